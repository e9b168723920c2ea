-- The home page's search (CO2). The index keeps no copy of the text, and `secure-delete` makes
-- a purge remove the terms themselves instead of marking them dead.
CREATE VIRTUAL TABLE consultation_search USING fts5 (
  patient_reference,
  content = 'consultation',
  content_rowid = 'seq',
  tokenize = "unicode61 remove_diacritics 2"
);
INSERT INTO consultation_search (consultation_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER consultation_search_insert AFTER INSERT ON consultation
BEGIN
  INSERT INTO consultation_search (rowid, patient_reference)
  VALUES (new.seq, new.patient_reference);
END;
CREATE TRIGGER consultation_search_delete AFTER DELETE ON consultation
BEGIN
  INSERT INTO consultation_search (consultation_search, rowid, patient_reference)
  VALUES ('delete', old.seq, old.patient_reference);
END;
CREATE TRIGGER consultation_search_update AFTER UPDATE OF patient_reference ON consultation
BEGIN
  INSERT INTO consultation_search (consultation_search, rowid, patient_reference)
  VALUES ('delete', old.seq, old.patient_reference);
  INSERT INTO consultation_search (rowid, patient_reference)
  VALUES (new.seq, new.patient_reference);
END;

CREATE VIRTUAL TABLE transcript_search USING fts5 (
  text,
  content = 'transcript_segment',
  content_rowid = 'seq',
  tokenize = "unicode61 remove_diacritics 2"
);
INSERT INTO transcript_search (transcript_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER transcript_search_insert AFTER INSERT ON transcript_segment
BEGIN
  INSERT INTO transcript_search (rowid, text) VALUES (new.seq, new.text);
END;
CREATE TRIGGER transcript_search_delete AFTER DELETE ON transcript_segment
BEGIN
  INSERT INTO transcript_search (transcript_search, rowid, text)
  VALUES ('delete', old.seq, old.text);
END;
