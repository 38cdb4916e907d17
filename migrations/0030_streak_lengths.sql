-- Written by drizzle-kit; by hand: the lengths of the streaks that are there.
ALTER TABLE `buckets` ADD `streak` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `buckets` SET `streak` = json_array_length(`turn_ids_json`) WHERE json_valid(`turn_ids_json`);--> statement-breakpoint
CREATE INDEX `buckets_streak` ON `buckets` (`streak`,`updated_at`);--> statement-breakpoint
CREATE INDEX `ledger_turned_down` ON `ledger` (`id`) WHERE move IN ('refused', 'suppressed');