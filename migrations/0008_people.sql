-- CO7. The DOCTOR_NAME under which an owner was made: renaming a person on the page must not make
-- the next start believe that a new one came.
ALTER TABLE clinician ADD COLUMN setting_name TEXT;
UPDATE clinician SET setting_name = name WHERE role = 'owner';

-- CO4. A recording may be deleted before the words are.
ALTER TABLE consultation ADD COLUMN audio_purged_wall_ms INTEGER;
