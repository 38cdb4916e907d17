CREATE TABLE `skill_exports` (
	`path` text PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`base` text NOT NULL,
	`engines_json` text NOT NULL,
	`skill_name` text NOT NULL,
	`version_id` text NOT NULL,
	`digests_json` text NOT NULL,
	`stamp` text,
	`at` integer NOT NULL
);
