-- Written by drizzle-kit from src/store/sqlite/schema.ts; WITHOUT ROWID is added by hand where a row is its own key: one
-- tree to write instead of two, in the transaction that every turn is.
CREATE TABLE `arms` (
	`name` text PRIMARY KEY NOT NULL,
	`successes` integer NOT NULL,
	`failures` integer NOT NULL,
	`offered` integer NOT NULL,
	`loaded` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE TABLE `blobs` (
	`digest` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `buckets` (
	`scope` text NOT NULL,
	`signature` text NOT NULL,
	`turn_ids_json` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `signature`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`task` text NOT NULL,
	`engine` text,
	`session_id` text,
	`prompt_id` text,
	`project_dir` text,
	`pick` text,
	`reason` text NOT NULL,
	`propensity` real,
	`candidates_json` text NOT NULL,
	`outcome` text,
	`loaded` integer,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `decisions_prompt` ON `decisions` (`session_id`,`prompt_id`) WHERE prompt_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `evolved_prompts` (
	`id` text PRIMARY KEY NOT NULL,
	`skill_name` text NOT NULL,
	`parent_id` text,
	`prompt_body` text NOT NULL,
	`score` real NOT NULL,
	`score_measured` integer NOT NULL,
	`scorer` text NOT NULL,
	`generation` integer NOT NULL,
	`created_at` integer NOT NULL,
	`metadata` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evolved_prompts_row` ON `evolved_prompts` (`skill_name`,`generation`,`id`);--> statement-breakpoint
CREATE TABLE `group_levels` (
	`scope` text PRIMARY KEY NOT NULL,
	`level_json` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `group_requests` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`text` text NOT NULL,
	`signature` text NOT NULL,
	`group_id` integer,
	`turn_id` text NOT NULL,
	PRIMARY KEY(`scope`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `groups` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`signature` text NOT NULL,
	`members_json` text NOT NULL,
	`waiting_json` text NOT NULL,
	PRIMARY KEY(`scope`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`skill_name` text NOT NULL,
	`skill_id` text,
	`move` text NOT NULL,
	`actor` text NOT NULL,
	`from_status` text,
	`to_status` text,
	`version_id` text,
	`reason` text NOT NULL,
	`detail_json` text
);
--> statement-breakpoint
CREATE INDEX `ledger_skill` ON `ledger` (`skill_name`);--> statement-breakpoint
CREATE TABLE `revocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`skill_name` text NOT NULL,
	`signature` text,
	`at` integer NOT NULL,
	`reason` text NOT NULL,
	`lifted_at` integer
);
--> statement-breakpoint
CREATE TABLE `skill_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`skill_id` text NOT NULL,
	`version` text NOT NULL,
	`parent_id` text,
	`author` text NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`digest` text NOT NULL,
	`evidence_json` text NOT NULL,
	`trigger_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`skill_id`) REFERENCES `skills`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `skill_versions_skill` ON `skill_versions` (`skill_id`);--> statement-breakpoint
CREATE TABLE `skills` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`origin` text NOT NULL,
	`status` text NOT NULL,
	`signature` text,
	`description` text NOT NULL,
	`triggers_json` text NOT NULL,
	`body` text NOT NULL,
	`path` text NOT NULL,
	`needs_review` integer NOT NULL,
	`evidence_count` integer NOT NULL,
	`head_version` text NOT NULL,
	`digest` text,
	`stamp` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `skills_name_unique` ON `skills` (`name`);--> statement-breakpoint
CREATE TABLE `sources` (
	`path` text PRIMARY KEY NOT NULL,
	`engine` text NOT NULL,
	`resume_json` text NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `triggers` (
	`id` text PRIMARY KEY NOT NULL,
	`signature` text NOT NULL,
	`turn_ids_json` text NOT NULL,
	`pid` integer NOT NULL,
	`claimed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`engine` text NOT NULL,
	`session_id` text NOT NULL,
	`prompt_id` text,
	`project_dir` text,
	`signature` text NOT NULL,
	`outcome` text NOT NULL,
	`user_input` text NOT NULL,
	`summary` text NOT NULL,
	`picked_skill` text,
	`decision_id` text,
	`turn_count` integer,
	`stop_reason` text,
	`tool_calls_json` text,
	`at` integer NOT NULL,
	`why_json` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `turns_identity` ON `turns` (`engine`,`session_id`,`prompt_id`) WHERE prompt_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `version_files` (
	`version_id` text NOT NULL,
	`path` text NOT NULL,
	`blob` text NOT NULL,
	PRIMARY KEY(`version_id`, `path`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blob`) REFERENCES `blobs`(`digest`) ON UPDATE no action ON DELETE no action
);
