DROP INDEX `turns_project`;--> statement-breakpoint
CREATE INDEX `turns_session` ON `turns` (`engine`,`session_id`,`at`,`id`,`outcome`);--> statement-breakpoint
CREATE INDEX `turns_project` ON `turns` (coalesce(project, project_dir),`id`,`at`,`kind`,`extent`,`turn_count`,`outcome`);