CREATE TABLE `__new_version_files` (
	`version_id` text NOT NULL,
	`drafted` integer NOT NULL,
	`path` text NOT NULL,
	`blob` text NOT NULL,
	PRIMARY KEY(`version_id`, `drafted`, `path`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blob`) REFERENCES `blobs`(`digest`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
INSERT INTO `__new_version_files` SELECT `version_id`, `drafted`, `path`, `blob` FROM (SELECT 0 AS `drafted`, * FROM `version_files` UNION ALL SELECT 1, * FROM `version_drafts`)
  WHERE `version_id` IN (SELECT `id` FROM `skill_versions`) AND `blob` IN (SELECT `digest` FROM `blobs`);--> statement-breakpoint
DROP TABLE `version_drafts`;--> statement-breakpoint
DROP TABLE `version_files`;--> statement-breakpoint
ALTER TABLE `__new_version_files` RENAME TO `version_files`;--> statement-breakpoint
CREATE INDEX `version_files_blob` ON `version_files` (`blob`);
