CREATE TABLE `version_evidence` (
	`turn_id` text NOT NULL,
	`version_id` text NOT NULL,
	PRIMARY KEY(`turn_id`, `version_id`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `version_evidence_version` ON `version_evidence` (`version_id`);--> statement-breakpoint
CREATE INDEX `version_drafts_blob` ON `version_drafts` (`blob`);--> statement-breakpoint
CREATE INDEX `version_files_blob` ON `version_files` (`blob`);--> statement-breakpoint
INSERT OR IGNORE INTO `version_evidence` (`turn_id`, `version_id`) SELECT e.`value`, v.`id` FROM `skill_versions` v, json_each(v.`evidence_json`) e;
