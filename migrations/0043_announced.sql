CREATE INDEX `announcements_due` ON `announcements` (`skill_id`) WHERE at = 0;--> statement-breakpoint
INSERT OR IGNORE INTO announcements (skill_id, at) SELECT id, 0 FROM skills WHERE status = 'staged' AND needs_review = 1;
