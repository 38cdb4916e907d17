-- Written by drizzle-kit; by hand: WITHOUT ROWID as in the first file.
CREATE TABLE `uncounted` (
	`at` integer NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text NOT NULL,
	PRIMARY KEY(`at`, `session_id`, `turn_id`)
) WITHOUT ROWID;
