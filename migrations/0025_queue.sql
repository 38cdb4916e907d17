DROP INDEX `skills_standing`;--> statement-breakpoint
CREATE INDEX `skills_queue` ON `skills` (`status`,`needs_review`,`created_at`,`altered`);--> statement-breakpoint
CREATE INDEX `skill_versions_proposed` ON `skill_versions` (`skill_id`,`version`) WHERE state = 'proposed';