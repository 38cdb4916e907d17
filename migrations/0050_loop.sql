CREATE TABLE `arms` (
	`name` text PRIMARY KEY NOT NULL,
	`successes` integer NOT NULL,
	`failures` integer NOT NULL,
	`offered` integer NOT NULL,
	`loaded` integer NOT NULL,
	`last_used_at` integer
, `likelihood` blob, `outcomes` integer DEFAULT 0 NOT NULL, `none_successes` real DEFAULT 0 NOT NULL, `none_failures` real DEFAULT 0 NOT NULL, `at` integer DEFAULT 0 NOT NULL, `since` integer DEFAULT 0 NOT NULL);
CREATE TABLE `blobs` (
	`digest` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL
);
CREATE TABLE `buckets` (
	`scope` text NOT NULL,
	`signature` text NOT NULL,
	`turn_ids_json` text NOT NULL,
	`updated_at` integer NOT NULL, `streak` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`scope`, `signature`)
) WITHOUT ROWID;
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
, `number` integer DEFAULT 0 NOT NULL, `kind` text DEFAULT '' NOT NULL, `version` text, `first` text, `holdout` real DEFAULT 0 NOT NULL, `weighed_json` text DEFAULT '[]' NOT NULL, `settled` integer);
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
CREATE TABLE `group_requests` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`text` text NOT NULL,
	`signature` text NOT NULL,
	`group_id` integer,
	`turn_id` text NOT NULL, `waiting` integer DEFAULT 0 NOT NULL, `bins_json` text, `at` integer DEFAULT 0 NOT NULL, `deeds_json` text,
	PRIMARY KEY(`scope`, `id`)
) WITHOUT ROWID;
CREATE TABLE `groups` (
	`scope` text NOT NULL,
	`id` integer NOT NULL,
	`signature` text NOT NULL,
	PRIMARY KEY(`scope`, `id`)
) WITHOUT ROWID;
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
CREATE TABLE `revocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`skill_name` text NOT NULL,
	`signature` text,
	`at` integer NOT NULL,
	`reason` text NOT NULL,
	`lifted_at` integer
);
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
	`created_at` integer NOT NULL, `base_id` text,
	FOREIGN KEY (`skill_id`) REFERENCES `skills`(`id`) ON UPDATE no action ON DELETE no action
);
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
, `rules` text, `altered` integer DEFAULT 0 NOT NULL, `tags_json` text DEFAULT '[]' NOT NULL, `projects_json` text DEFAULT '[]' NOT NULL, `look` text, `announced_at` integer);
CREATE TABLE `sources` (
	`path` text PRIMARY KEY NOT NULL,
	`engine` text NOT NULL,
	`resume_json` text NOT NULL,
	`read_at` integer NOT NULL
);
CREATE TABLE `triggers` (
	`id` text PRIMARY KEY NOT NULL,
	`signature` text NOT NULL,
	`turn_ids_json` text NOT NULL,
	`pid` integer NOT NULL,
	`claimed_at` integer NOT NULL
, `attempts` integer DEFAULT 0 NOT NULL, `fault` text, `meant` integer DEFAULT 0 NOT NULL);
CREATE TABLE `fits` (
	`skill` text NOT NULL,
	`kind` text NOT NULL,
	`likelihood` blob NOT NULL,
	`wrong` real NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`skill`, `kind`)
) WITHOUT ROWID;
CREATE TABLE `version_uses` (
	`skill` text NOT NULL,
	`version` text NOT NULL,
	`offered` integer NOT NULL,
	`loaded` integer NOT NULL,
	`successes` integer NOT NULL,
	`failures` integer NOT NULL,
	PRIMARY KEY(`skill`, `version`)
) WITHOUT ROWID;
CREATE TABLE `world` (
	`id` integer PRIMARY KEY NOT NULL,
	`decisions` integer NOT NULL,
	`outcomes` integer NOT NULL,
	`none_successes` real NOT NULL,
	`none_failures` real NOT NULL,
	`wrong_successes` real NOT NULL,
	`wrong_failures` real NOT NULL,
	`population` blob,
	`need` real NOT NULL,
	`mix` blob,
	`at` integer NOT NULL
, `turn_rows` integer DEFAULT 0 NOT NULL, `decision_rows` integer DEFAULT 0 NOT NULL, `lift_changes` integer DEFAULT 0 NOT NULL, `retained_at` integer);
CREATE TABLE `skill_exports` (
	`path` text PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`base` text NOT NULL,
	`engines_json` text NOT NULL,
	`skill_name` text NOT NULL,
	`version_id` text NOT NULL,
	`digests_json` text NOT NULL,
	`stamp` text,
	`at` integer NOT NULL
, `tools` text DEFAULT '' NOT NULL);
CREATE TABLE `verdicts` (
	`digest` text PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`severity` text NOT NULL,
	`findings_json` text NOT NULL,
	`accepted` integer NOT NULL
);
CREATE TABLE `skill_changes` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`skill` text NOT NULL,
	`token` text NOT NULL
);
CREATE TABLE `version_evidence` (
	`turn_id` text NOT NULL,
	`version_id` text NOT NULL,
	PRIMARY KEY(`turn_id`, `version_id`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `model_calls` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`purpose` text NOT NULL,
	`prompt` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`run` text NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`reserved` integer NOT NULL,
	`input` integer,
	`output` integer,
	`milliseconds` integer,
	`answer` text,
	`fault` text,
	`at` integer NOT NULL
);
CREATE TABLE `model_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`skill` text NOT NULL,
	`operation` text NOT NULL,
	`status` text NOT NULL,
	`rule` text,
	`reason` text NOT NULL,
	`proposal` text NOT NULL,
	`calls_json` text NOT NULL,
	`version_id` text,
	`at` integer NOT NULL
);
CREATE TABLE `session_reviews` (
	`engine` text NOT NULL,
	`session_id` text NOT NULL,
	`up_to` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`attempts` integer NOT NULL,
	`run` text NOT NULL,
	`pid` integer NOT NULL,
	`at` integer NOT NULL, `calls_json` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`engine`, `session_id`)
);
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`beginning` text NOT NULL,
	`answer` text,
	`decided` integer NOT NULL,
	`decision_id` text,
	`skill` text,
	`text` text,
	`held_out` integer NOT NULL,
	`at` integer NOT NULL
);
CREATE TABLE `fires` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule_id` text NOT NULL,
	`at` integer NOT NULL,
	`by_hand` integer NOT NULL,
	`state` text NOT NULL,
	`missed` integer NOT NULL,
	`pid` integer,
	`started_at` integer,
	`ended_at` integer,
	`exit_code` integer,
	`why` text,
	`log` text
);
CREATE TABLE `indexed_skills` (
	`n` integer PRIMARY KEY NOT NULL,
	`skill` text NOT NULL,
	`digest` text NOT NULL,
	`terms` blob NOT NULL
);
CREATE VIRTUAL TABLE `skill_terms` USING fts5(name, triggers, description, body, examples, grams, body_grams, content='', contentless_delete=1, tokenize='ascii');
CREATE VIRTUAL TABLE `skill_vocabulary` USING fts5vocab('skill_terms', 'row');
CREATE TABLE `library_skills` (
	`id` text PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`name` text NOT NULL,
	`folder` text,
	`standing` text NOT NULL,
	`skill_json` text NOT NULL
);
CREATE TABLE `turns` (
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
, `uncounted` integer);
CREATE TABLE "version_files" (
	`version_id` text NOT NULL,
	`drafted` integer NOT NULL,
	`path` text NOT NULL,
	`blob` text NOT NULL,
	PRIMARY KEY(`version_id`, `drafted`, `path`),
	FOREIGN KEY (`version_id`) REFERENCES `skill_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blob`) REFERENCES `blobs`(`digest`) ON UPDATE no action ON DELETE no action
);
CREATE TABLE `notes` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`value_json` text NOT NULL,
	PRIMARY KEY(`kind`, `key`)
) WITHOUT ROWID;
CREATE INDEX `decisions_prompt` ON `decisions` (`session_id`,`prompt_id`) WHERE prompt_id IS NOT NULL;
CREATE UNIQUE INDEX `evolved_prompts_row` ON `evolved_prompts` (`skill_name`,`generation`,`id`);
CREATE INDEX `ledger_skill` ON `ledger` (`skill_name`);
CREATE INDEX `skill_versions_skill` ON `skill_versions` (`skill_id`);
CREATE UNIQUE INDEX `skills_name_unique` ON `skills` (`name`);
CREATE UNIQUE INDEX `decisions_settled` ON `decisions` (`settled`) WHERE settled IS NOT NULL;
CREATE INDEX `evolved_prompts_best` ON `evolved_prompts` (`skill_name`,`scorer`,`score_measured`,`score`,`created_at`);
CREATE INDEX `skill_versions_head` ON `skill_versions` (`skill_id`,`version`);
CREATE INDEX `version_evidence_version` ON `version_evidence` (`version_id`);
CREATE INDEX `sources_misread` ON `sources` (`read_at`) WHERE CASE WHEN json_valid(resume_json) THEN json_extract(resume_json, '$.misread') END IS NOT NULL;
CREATE INDEX `model_calls_id` ON `model_calls` (`id`);
CREATE INDEX `model_calls_at` ON `model_calls` (`at`);
CREATE INDEX `model_proposals_subject` ON `model_proposals` (`subject`);
CREATE INDEX `model_proposals_skill` ON `model_proposals` (`skill`);
CREATE INDEX `conversations_beginning` ON `conversations` (`beginning`,`at`);
CREATE INDEX `conversations_at` ON `conversations` (`at`);
CREATE UNIQUE INDEX `fires_once` ON `fires` (`schedule_id`,`at`) WHERE by_hand = 0 AND state <> 'missed';
CREATE INDEX `fires_of` ON `fires` (`schedule_id`,`at`);
CREATE INDEX `fires_open` ON `fires` (`state`) WHERE state IN ('waiting', 'running');
CREATE INDEX `skills_queue` ON `skills` (`status`,`needs_review`,`created_at`,`altered`);
CREATE INDEX `skill_versions_proposed` ON `skill_versions` (`skill_id`,`version`) WHERE state = 'proposed';
CREATE INDEX `buckets_streak` ON `buckets` (`streak`,`updated_at`);
CREATE INDEX `ledger_turned_down` ON `ledger` (`id`) WHERE move IN ('refused', 'suppressed');
CREATE INDEX `group_requests_turn` ON `group_requests` (`turn_id`);
CREATE INDEX `skills_placed` ON `skills` (`projects_json`,`name`) WHERE projects_json <> '[]';
CREATE UNIQUE INDEX `indexed_skills_skill_unique` ON `indexed_skills` (`skill`);
CREATE INDEX `library_skills_root` ON `library_skills` (`root`,`standing`);
CREATE INDEX `library_skills_name` ON `library_skills` (`name`);
CREATE INDEX `library_skills_folder` ON `library_skills` (`folder`);
CREATE UNIQUE INDEX `turns_identity` ON `turns` (`engine`,`session_id`,`prompt_id`);
CREATE INDEX `turns_prompt` ON `turns` (`prompt_id`) WHERE length(prompt_id) = 36;
CREATE INDEX `turns_session` ON `turns` (`engine`,`session_id`,`at`,`id`,`outcome`);
CREATE INDEX `turns_project` ON `turns` (coalesce(project, project_dir),`id`,`at`,`kind`,`extent`,`turn_count`,`outcome`);
CREATE INDEX `version_files_blob` ON `version_files` (`blob`);
CREATE INDEX `turns_uncounted` ON `turns` (`at`,`session_id`,`id`,`uncounted`) WHERE uncounted IS NOT NULL;
CREATE INDEX `skills_unannounced` ON `skills` (`name`) WHERE status = 'staged' AND needs_review = 1 AND announced_at IS NULL;
INSERT INTO `world` VALUES (1, 0, 0, 0.0, 0.0, 0.0, 0.0, NULL, 1.0, NULL, 0, 0, 0, 0, NULL);
INSERT INTO `skill_changes` (`skill`, `token`) VALUES ('', hex(randomblob(8)));
INSERT INTO `notes` VALUES ('index', '', '{"version":1,"skills":0,"phrases":0,"lengths":{"words":[0,0,0,0,0],"grams":[0,0,0,0,0]},"changes":0,"fitted":0}');
