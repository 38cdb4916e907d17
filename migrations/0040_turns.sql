-- With its long rows in the tree of ids, each look for an id read rows in whole.
CREATE TABLE `turns_by_number` (
	`id` text PRIMARY KEY NOT NULL,
	`engine` text NOT NULL,
	`session_id` text NOT NULL,
	`prompt_id` text,
	`project_dir` text,
	`project` text,
	`signature` text NOT NULL,
	`outcome` text NOT NULL,
	`summary` text NOT NULL,
	`picked_skill` text,
	`decision_id` text,
	`turn_count` integer,
	`stop_reason` text,
	`at` integer NOT NULL,
	`extent` integer,
	`kind` text,
	`user_input` text NOT NULL,
	`why_json` text,
	`tool_calls_json` text
);
--> statement-breakpoint
INSERT INTO `turns_by_number` SELECT `id`, `engine`, `session_id`, `prompt_id`, `project_dir`, `project`, `signature`, `outcome`, `summary`, `picked_skill`, `decision_id`, `turn_count`, `stop_reason`, `at`, `extent`, `kind`, `user_input`, `why_json`, `tool_calls_json` FROM `turns` ORDER BY `id`;--> statement-breakpoint
DROP TABLE `turns`;--> statement-breakpoint
ALTER TABLE `turns_by_number` RENAME TO `turns`;--> statement-breakpoint
CREATE UNIQUE INDEX `turns_identity` ON `turns` (`engine`,`session_id`,`prompt_id`);--> statement-breakpoint
CREATE INDEX `turns_prompt` ON `turns` (`prompt_id`) WHERE length(prompt_id) = 36;--> statement-breakpoint
CREATE INDEX `turns_project` ON `turns` (coalesce(project, project_dir),`id`);
