-- The rehearsal room's log, in the order in which things were applied.
CREATE TABLE room_event (
  room TEXT NOT NULL REFERENCES room (id),
  seq INTEGER NOT NULL CHECK (seq >= 1),
  kind TEXT NOT NULL,
  event TEXT NOT NULL CHECK (json_valid(event)),
  happened_wall_ms INTEGER NOT NULL,
  PRIMARY KEY (room, seq)
) STRICT;

CREATE TABLE instrument (
  id TEXT PRIMARY KEY,
  room TEXT NOT NULL REFERENCES room (id),
  kind TEXT NOT NULL,
  handle TEXT NOT NULL,
  holder TEXT NOT NULL,
  state TEXT NOT NULL CHECK (json_valid(state)),
  armed_wall_ms INTEGER NOT NULL,
  closed_wall_ms INTEGER
) STRICT;
CREATE INDEX instrument_room ON instrument (room, armed_wall_ms);

-- What became of each act, told once to the actor's next beat.
CREATE TABLE outcome (
  id TEXT PRIMARY KEY,
  room TEXT NOT NULL REFERENCES room (id),
  beat INTEGER NOT NULL CHECK (beat >= 0),
  op TEXT NOT NULL,
  kind TEXT,
  handle TEXT,
  status TEXT NOT NULL,
  code TEXT NOT NULL,
  sentence TEXT NOT NULL,
  made_wall_ms INTEGER NOT NULL,
  delivered_wall_ms INTEGER
) STRICT;
CREATE INDEX outcome_room ON outcome (room, beat);

-- A mock-patient round: a set of scripted cases marked by people.
CREATE TABLE round (
  id TEXT PRIMARY KEY,
  room TEXT NOT NULL REFERENCES room (id),
  name TEXT NOT NULL,
  code_version TEXT NOT NULL,
  settings_hash TEXT NOT NULL,
  started_wall_ms INTEGER NOT NULL,
  ended_wall_ms INTEGER
) STRICT;

CREATE TABLE round_case (
  round TEXT NOT NULL REFERENCES round (id),
  room TEXT NOT NULL REFERENCES room (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  scenario TEXT NOT NULL,
  consultation TEXT REFERENCES consultation (id),
  marks TEXT CHECK (marks IS NULL OR json_valid(marks)),
  PRIMARY KEY (round, number)
) STRICT;

-- A transition is committed here before its effect leaves the desk.
CREATE TABLE voice_task (
  id TEXT PRIMARY KEY,
  room TEXT NOT NULL REFERENCES room (id),
  clinician TEXT REFERENCES clinician (id),
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  request TEXT NOT NULL,
  result TEXT,
  created_wall_ms INTEGER NOT NULL,
  changed_wall_ms INTEGER NOT NULL,
  heard_wall_ms INTEGER
) STRICT;
CREATE INDEX voice_task_room ON voice_task (room, created_wall_ms);
