-- CO6: what the patient answered to the disclosure, and since when Alba is off the record. Both are
-- needed again after a restart: a box that comes back must not listen to somebody who said no.
ALTER TABLE consultation ADD COLUMN consent TEXT
  CHECK (consent IN ('given', 'refused', 'withdrawn'));
ALTER TABLE consultation ADD COLUMN paused_wall_ms INTEGER;

-- SK5: how patient and doctor meet, chosen at the start.
ALTER TABLE consultation ADD COLUMN mode TEXT NOT NULL DEFAULT 'in_person'
  CHECK (mode IN ('in_person', 'telephone', 'interpreter'));
