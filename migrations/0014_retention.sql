CREATE TABLE `lift_sums` (
	`skill` text PRIMARY KEY NOT NULL,
	`own_json` text NOT NULL,
	`overall_json` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `retention` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
