CREATE TABLE `fires` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule_id` text NOT NULL,
	`at` integer NOT NULL,
	`by_hand` integer NOT NULL,
	`state` text NOT NULL,
	`missed` integer NOT NULL,
	`pid` integer,
	`started_at` integer,
	`ended_at` integer,
	`exit_code` integer,
	`why` text,
	`log` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fires_once` ON `fires` (`schedule_id`,`at`) WHERE by_hand = 0 AND state <> 'missed';--> statement-breakpoint
CREATE INDEX `fires_of` ON `fires` (`schedule_id`,`at`);--> statement-breakpoint
CREATE INDEX `fires_open` ON `fires` (`state`) WHERE state IN ('waiting', 'running');--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`skill` text NOT NULL,
	`plan_json` text NOT NULL,
	`same` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`next_at` integer,
	`looked_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schedules_same` ON `schedules` (`same`) WHERE state <> 'done';--> statement-breakpoint
ALTER TABLE `turns` ADD `kind` text;