-- A box has one or more rooms (CO3); `room` is a key of every row made in a room.
CREATE TABLE room (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_wall_ms INTEGER NOT NULL
) STRICT;

-- People belong to the box, not to a room: the same doctor works in several (CO7).
CREATE TABLE clinician (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'clinician', 'trainer')),
  pin_hash TEXT,
  created_wall_ms INTEGER NOT NULL,
  retired_wall_ms INTEGER
) STRICT;
