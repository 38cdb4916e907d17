CREATE TABLE `standing_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text,
	`text` text NOT NULL,
	`sources_json` text NOT NULL,
	`sessions` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL
);
