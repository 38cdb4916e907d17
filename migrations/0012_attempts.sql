ALTER TABLE `triggers` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `triggers` ADD `fault` text;--> statement-breakpoint
ALTER TABLE `uncounted` ADD `attempts` integer DEFAULT 0 NOT NULL;