CREATE TABLE `verdicts` (
	`digest` text PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`severity` text NOT NULL,
	`findings_json` text NOT NULL,
	`accepted` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `skills` ADD `rules` text;--> statement-breakpoint
ALTER TABLE `skills` ADD `altered` integer DEFAULT 0 NOT NULL;