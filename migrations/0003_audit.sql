-- FI6. The chained row holds ids, numbers and a salted commitment; words stand in audit_text, which
-- may be purged without breaking the chain. `room` is 'box' for what concerns the whole box.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  room TEXT NOT NULL,
  consultation TEXT,
  wall_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  commitment TEXT,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_consultation ON audit (consultation, seq);

CREATE TABLE audit_text (
  audit INTEGER PRIMARY KEY,
  room TEXT NOT NULL,
  consultation TEXT,
  salt BLOB NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX audit_text_consultation ON audit_text (consultation);

-- These stop a slip in our own code; a forger can drop them, which is what the chain is for.
CREATE TRIGGER audit_is_not_edited BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit is append-only');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit is append-only');
END;
