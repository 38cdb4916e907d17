-- Written by drizzle-kit; by hand: WITHOUT ROWID, since the key is most of a row.
CREATE TABLE `folder_contents` (
	`skill_id` text PRIMARY KEY NOT NULL,
	`stamp` text NOT NULL,
	`content` text NOT NULL
) WITHOUT ROWID;
