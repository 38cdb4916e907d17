-- Written by drizzle-kit; by hand: WITHOUT ROWID as in the first file, the one row of the world, and numbers for the
-- decisions that have none yet.
CREATE TABLE `fits` (
	`skill` text NOT NULL,
	`kind` text NOT NULL,
	`likelihood` blob NOT NULL,
	`wrong` real NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`skill`, `kind`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `version_uses` (
	`skill` text NOT NULL,
	`version` text NOT NULL,
	`offered` integer NOT NULL,
	`loaded` integer NOT NULL,
	`successes` integer NOT NULL,
	`failures` integer NOT NULL,
	PRIMARY KEY(`skill`, `version`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `world` (
	`id` integer PRIMARY KEY NOT NULL,
	`decisions` integer NOT NULL,
	`outcomes` integer NOT NULL,
	`none_successes` real NOT NULL,
	`none_failures` real NOT NULL,
	`wrong_successes` real NOT NULL,
	`wrong_failures` real NOT NULL,
	`population` blob,
	`need` real NOT NULL,
	`mix` blob,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `arms` ADD `likelihood` blob;--> statement-breakpoint
ALTER TABLE `arms` ADD `outcomes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `arms` ADD `none_successes` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `arms` ADD `none_failures` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `arms` ADD `at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `arms` ADD `since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `kind` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `version` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `first` text;--> statement-breakpoint
ALTER TABLE `decisions` ADD `holdout` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `weighed_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `settled` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_settled` ON `decisions` (`settled`) WHERE settled IS NOT NULL;--> statement-breakpoint
UPDATE `decisions` SET `number` = rowid;--> statement-breakpoint
INSERT INTO `world` SELECT 1, coalesce(max(`number`), 0), 0, 0, 0, 0, 0, NULL, 1, NULL, 0 FROM `decisions`;
