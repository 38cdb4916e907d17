DROP INDEX `turns_identity`;--> statement-breakpoint
CREATE UNIQUE INDEX `turns_identity` ON `turns` (`engine`,`session_id`,`prompt_id`);