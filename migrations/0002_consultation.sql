-- `seq` is an explicit integer key because the search index refers to it and VACUUM renumbers
-- implicit row ids.
CREATE TABLE consultation (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  room TEXT NOT NULL REFERENCES room (id),
  clinician TEXT NOT NULL REFERENCES clinician (id),
  state TEXT NOT NULL CHECK (state IN ('live', 'stopping', 'finalising', 'review', 'approved')),
  ears TEXT NOT NULL CHECK (ears IN ('whisper', 'openai', 'typed')),
  voice TEXT NOT NULL CHECK (voice IN ('piper', 'browser', 'read_aloud')),
  patient_reference TEXT,
  speakers INTEGER CHECK (speakers >= 1),
  disclosure_spoken_wall_ms INTEGER,
  started_wall_ms INTEGER NOT NULL,
  stopped_wall_ms INTEGER,
  reviewed_wall_ms INTEGER,
  approved_wall_ms INTEGER,
  approved_by TEXT REFERENCES clinician (id),
  purged_wall_ms INTEGER
) STRICT;

-- One live consultation per room (CO3), held by the database and not by memory alone.
CREATE UNIQUE INDEX consultation_live_room ON consultation (room) WHERE state = 'live';
CREATE INDEX consultation_started ON consultation (started_wall_ms);

-- One row per stretch of capture: the first start, and each resumption after a crash or a drop.
-- The checkpoint pairs a recording position with a wall time, so that a restart knows how long
-- the box was away.
CREATE TABLE capture (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  epoch INTEGER NOT NULL CHECK (epoch >= 1),
  -- The page's own name for its numbering of frames; frame 0 lies at start_sample.
  page_epoch TEXT,
  input_label TEXT,
  output_label TEXT,
  constraints TEXT CHECK (constraints IS NULL OR json_valid(constraints)),
  platform TEXT,
  started_wall_ms INTEGER NOT NULL,
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  checkpoint_wall_ms INTEGER NOT NULL,
  checkpoint_sample INTEGER NOT NULL CHECK (checkpoint_sample >= start_sample),
  ended_wall_ms INTEGER,
  end_sample INTEGER CHECK (end_sample >= start_sample),
  end_reason TEXT CHECK (end_reason IN ('stopped', 'disconnected', 'crashed', 'disk_full', 'io')),
  pcm_sha256 TEXT,
  UNIQUE (consultation, epoch)
) STRICT;

-- What was not heard is silence in the recording, with its place and its reason (CO5).
CREATE TABLE capture_gap (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  samples INTEGER NOT NULL CHECK (samples > 0),
  reason TEXT NOT NULL CHECK (reason IN ('network', 'crash', 'paused', 'device', 'disk_full')),
  noticed_wall_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX capture_gap_consultation ON capture_gap (consultation, start_sample);

-- Committed text never changes or disappears (TR3); a correction is a row of its own later.
CREATE TABLE transcript_segment (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  end_sample INTEGER NOT NULL CHECK (end_sample >= start_sample),
  text TEXT NOT NULL,
  words TEXT NOT NULL CHECK (json_valid(words)),
  role TEXT CHECK (role IN ('doctor', 'patient', 'other')),
  origin TEXT NOT NULL CHECK (origin IN ('heard', 'typed')),
  low_confidence INTEGER NOT NULL CHECK (low_confidence IN (0, 1)),
  committed_wall_ms INTEGER NOT NULL,
  engine TEXT NOT NULL
) STRICT;
CREATE INDEX transcript_segment_consultation ON transcript_segment (consultation, seq);

CREATE TABLE speaker_turn (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  speaker INTEGER NOT NULL CHECK (speaker >= 0),
  role TEXT CHECK (role IN ('doctor', 'patient', 'other')),
  role_guessed INTEGER NOT NULL CHECK (role_guessed IN (0, 1)),
  start_sample INTEGER NOT NULL CHECK (start_sample >= 0),
  end_sample INTEGER NOT NULL CHECK (end_sample >= start_sample),
  text TEXT NOT NULL
) STRICT;
CREATE INDEX speaker_turn_consultation ON speaker_turn (consultation, start_sample);

-- RE1. The span counts recording samples between the server's own readings at start and end.
CREATE TABLE system_utterance (
  id TEXT PRIMARY KEY,
  consultation TEXT NOT NULL REFERENCES consultation (id),
  room TEXT NOT NULL REFERENCES room (id),
  ref TEXT NOT NULL CHECK (json_valid(ref)),
  ref_detail TEXT NOT NULL CHECK (json_valid(ref_detail)),
  text TEXT NOT NULL,
  cds_rationale TEXT,
  requested_wall_ms INTEGER NOT NULL,
  started_wall_ms INTEGER,
  ended_wall_ms INTEGER,
  start_sample INTEGER CHECK (start_sample >= 0),
  end_sample INTEGER CHECK (end_sample >= start_sample),
  duration_ms INTEGER CHECK (duration_ms >= 0),
  end_reason TEXT CHECK (end_reason IN (
    'completed', 'cancelled', 'barge_in', 'politeness_abort', 'urgency_pause', 'capped', 'lost'
  )),
  CHECK ((started_wall_ms IS NULL) = (start_sample IS NULL)),
  CHECK ((ended_wall_ms IS NULL) = (end_reason IS NULL))
) STRICT;
CREATE INDEX system_utterance_consultation ON system_utterance (consultation, requested_wall_ms);

-- TR6. Levels are root-mean-square or peak, as a share of full scale (0 to 1).
CREATE TABLE sound_check (
  id TEXT PRIMARY KEY,
  room TEXT NOT NULL REFERENCES room (id),
  noise_floor_rms REAL NOT NULL CHECK (noise_floor_rms BETWEEN 0 AND 1),
  quiet_peak REAL NOT NULL CHECK (quiet_peak BETWEEN 0 AND 1),
  speech_peak REAL NOT NULL CHECK (speech_peak BETWEEN 0 AND 1),
  loopback_peak REAL NOT NULL CHECK (loopback_peak BETWEEN 0 AND 1),
  input_label TEXT NOT NULL,
  output_label TEXT NOT NULL,
  findings TEXT NOT NULL CHECK (json_valid(findings)),
  checked_wall_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sound_check_room ON sound_check (room, checked_wall_ms);
