-- MA7. SHA-256 of what the step made of the event, so that a replay is compared byte for byte.
ALTER TABLE auto_event ADD COLUMN outcome_sha256 TEXT;
