CREATE TABLE `lift_tallies` (
	`id` integer PRIMARY KEY NOT NULL,
	`up_to` integer NOT NULL,
	`token` text NOT NULL,
	`rows` integer NOT NULL,
	`names_json` text NOT NULL,
	`sums` blob NOT NULL
);
--> statement-breakpoint
ALTER TABLE `world` ADD `lift_changes` integer DEFAULT 0 NOT NULL;