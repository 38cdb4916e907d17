CREATE TABLE `group_levels` (
	`scope` text PRIMARY KEY NOT NULL,
	`level_json` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `group_requests` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`text` text NOT NULL,
	`signature` text NOT NULL,
	`group_id` integer,
	`turn_id` text NOT NULL,
	PRIMARY KEY(`scope`, `id`)
);
--> statement-breakpoint
CREATE TABLE `groups` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`signature` text NOT NULL,
	`members_json` text NOT NULL,
	`waiting_json` text NOT NULL,
	PRIMARY KEY(`scope`, `id`)
);
--> statement-breakpoint
ALTER TABLE `turns` ADD `why_json` text;