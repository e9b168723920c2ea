-- RE5. Every input of the step, apart from the audit; ticks are derived and not stored.
CREATE TABLE auto_event (
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  now_ms REAL NOT NULL,
  event TEXT NOT NULL CHECK (json_valid(event)),
  code_version TEXT NOT NULL,
  settings_hash TEXT NOT NULL,
  PRIMARY KEY (consultation, seq)
) STRICT;

-- The thresholds one run of auto mode worked under.
CREATE TABLE run_thresholds (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  thresholds TEXT NOT NULL CHECK (json_valid(thresholds)),
  sound_check TEXT REFERENCES sound_check (id),
  enabled_wall_ms INTEGER NOT NULL,
  ended_wall_ms INTEGER
) STRICT;
CREATE INDEX run_thresholds_consultation ON run_thresholds (consultation, enabled_wall_ms);
