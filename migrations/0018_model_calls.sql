CREATE TABLE `model_calls` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`purpose` text NOT NULL,
	`prompt` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`run` text NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`reserved` integer NOT NULL,
	`input` integer,
	`output` integer,
	`milliseconds` integer,
	`answer` text,
	`fault` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_calls_id` ON `model_calls` (`id`);--> statement-breakpoint
CREATE INDEX `model_calls_at` ON `model_calls` (`at`);--> statement-breakpoint
CREATE TABLE `model_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`skill` text NOT NULL,
	`operation` text NOT NULL,
	`status` text NOT NULL,
	`rule` text,
	`reason` text NOT NULL,
	`proposal` text NOT NULL,
	`calls_json` text NOT NULL,
	`version_id` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_proposals_subject` ON `model_proposals` (`subject`);--> statement-breakpoint
CREATE INDEX `model_proposals_skill` ON `model_proposals` (`skill`);--> statement-breakpoint
CREATE TABLE `session_reviews` (
	`engine` text NOT NULL,
	`session_id` text NOT NULL,
	`up_to` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`attempts` integer NOT NULL,
	`run` text NOT NULL,
	`pid` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`engine`, `session_id`)
);
