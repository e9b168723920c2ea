-- CD6: a patient's "Yes." rests on what was asked; an alarm shows both.
ALTER TABLE alarm ADD COLUMN question TEXT;
