CREATE TABLE `version_drafts` (
	`version_id` text NOT NULL,
	`path` text NOT NULL,
	`blob` text NOT NULL,
	PRIMARY KEY(`version_id`, `path`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blob`) REFERENCES `blobs`(`digest`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `skill_versions` ADD `base_id` text;