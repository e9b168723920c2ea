-- Each landed pass is a new immutable version of the agenda (CD2).
CREATE TABLE agenda_version (
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  agenda TEXT NOT NULL CHECK (json_valid(agenda)),
  engine TEXT NOT NULL,
  landed_wall_ms INTEGER NOT NULL,
  PRIMARY KEY (consultation, version)
) STRICT;

-- UR9. What the urgency call said at each pass; pause and acknowledgement rows refer to it.
CREATE TABLE assessment_snapshot (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  version INTEGER NOT NULL CHECK (version >= 1),
  source TEXT NOT NULL CHECK (source IN ('model', 'rule')),
  urgent INTEGER NOT NULL CHECK (urgent IN (0, 1)),
  actions TEXT NOT NULL CHECK (json_valid(actions)),
  started_wall_ms INTEGER NOT NULL,
  landed_wall_ms INTEGER NOT NULL,
  UNIQUE (consultation, version)
) STRICT;

CREATE TABLE alarm (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  snapshot TEXT NOT NULL REFERENCES assessment_snapshot (id),
  source TEXT NOT NULL CHECK (source IN ('model', 'rule')),
  action TEXT NOT NULL,
  reason TEXT NOT NULL,
  quote TEXT,
  quote_found INTEGER CHECK (quote_found IN (0, 1)),
  -- The transcript line that was quoted, and every wording that has joined the alarm (UR5).
  segment TEXT,
  wordings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(wordings)),
  raised_wall_ms INTEGER NOT NULL,
  arranged_wall_ms INTEGER,
  acknowledged_wall_ms INTEGER,
  acknowledged_by TEXT REFERENCES clinician (id)
) STRICT;
CREATE INDEX alarm_consultation ON alarm (consultation, raised_wall_ms);

-- RE3. Counts stay after a purge; what was sent and what came back does not.
CREATE TABLE model_call (
  id TEXT PRIMARY KEY,
  consultation TEXT REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  kind TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  queued_ms INTEGER NOT NULL,
  run_ms INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  prompt_tokens INTEGER,
  reply_tokens INTEGER,
  outcome TEXT NOT NULL,
  pass_in_flight INTEGER NOT NULL CHECK (pass_in_flight IN (0, 1)),
  prompt TEXT,
  reply TEXT,
  started_wall_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX model_call_consultation ON model_call (consultation, started_wall_ms);
