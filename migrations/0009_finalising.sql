-- FI1: the whole recording transcribed again after Stop. What was committed live stays as it was;
-- this is a second version beside it.
CREATE TABLE whole_segment (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  end_sample INTEGER NOT NULL CHECK (end_sample >= start_sample),
  text TEXT NOT NULL,
  words TEXT NOT NULL CHECK (json_valid(words)),
  low_confidence INTEGER NOT NULL CHECK (low_confidence IN (0, 1)),
  engine TEXT NOT NULL
) STRICT;
CREATE INDEX whole_segment_consultation ON whole_segment (consultation, seq);

-- Nothing was ever written into the first form of this table. A row is one line of the review: some
-- neighbouring words of one segment, of the version named, said by one speaker. `speaker` is null
-- where voices could not be told apart and for what was typed.
DROP TABLE speaker_turn;
CREATE TABLE speaker_turn (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  version TEXT NOT NULL CHECK (version IN ('live', 'whole')),
  segment TEXT NOT NULL,
  first_word INTEGER NOT NULL CHECK (first_word >= 0),
  end_word INTEGER NOT NULL CHECK (end_word >= first_word),
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  end_sample INTEGER NOT NULL CHECK (end_sample >= start_sample),
  text TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('heard', 'typed')),
  low_confidence INTEGER NOT NULL CHECK (low_confidence IN (0, 1)),
  speaker INTEGER CHECK (speaker >= 0),
  speaker_margin REAL CHECK (speaker_margin BETWEEN 0 AND 1),
  role TEXT CHECK (role IN ('doctor', 'patient', 'other')),
  role_guessed INTEGER NOT NULL CHECK (role_guessed IN (0, 1)),
  role_margin REAL CHECK (role_margin BETWEEN 0 AND 1),
  UNIQUE (consultation, segment, first_word)
) STRICT;
CREATE INDEX speaker_turn_consultation ON speaker_turn (consultation, start_sample);

-- What finalising has done, so that a crash costs the step under way and no other. `result` holds
-- numbers and fixed codes only.
CREATE TABLE finalise_step (
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  step TEXT NOT NULL CHECK (step IN ('transcript', 'speakers', 'quality', 'envelope')),
  state TEXT NOT NULL CHECK (state IN ('begun', 'done', 'skipped', 'failed')),
  code TEXT,
  through_sample INTEGER NOT NULL CHECK (through_sample >= 0),
  result TEXT NOT NULL CHECK (json_valid(result)),
  updated_wall_ms INTEGER NOT NULL,
  PRIMARY KEY (consultation, step)
) STRICT;

-- Loudness of the recording for the timeline picture: one byte for each `step_samples`.
CREATE TABLE recording_envelope (
  consultation TEXT PRIMARY KEY REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  step_samples INTEGER NOT NULL CHECK (step_samples > 0),
  levels BLOB NOT NULL
) STRICT;

-- When "Who spoke?" was answered, or skipped; null while it is ignored (FI4).
ALTER TABLE consultation ADD COLUMN speakers_answered_wall_ms INTEGER;
