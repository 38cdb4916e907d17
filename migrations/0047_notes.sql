CREATE TABLE `notes` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`value_json` text NOT NULL,
	PRIMARY KEY(`kind`, `key`)
) WITHOUT ROWID;--> statement-breakpoint
INSERT INTO `notes` SELECT 'baseline', `scope`, json_object('level', json(`level_json`), 'upTo', `up_to`) FROM `group_levels` WHERE json_valid(`level_json`);--> statement-breakpoint
INSERT INTO `notes` SELECT 'content', `skill_id`, json_object('stamp', `stamp`, 'content', `content`) FROM `folder_contents`;--> statement-breakpoint
INSERT INTO `notes` SELECT 'lift', `skill`, json_object('own', json(`own_json`), 'overall', json(`overall_json`)) FROM `lift_sums` WHERE json_valid(`own_json`) AND json_valid(`overall_json`);--> statement-breakpoint
INSERT INTO `notes` SELECT 'look', `root`, json_object('stamp', `stamp`, 'change', `change`, 'rules', `rules`) FROM `looks`;--> statement-breakpoint
INSERT INTO `notes` SELECT 'index', '', json_patch('{}', json_object('version', `version`, 'skills', `skills`, 'phrases', `phrases`, 'lengths', json(`lengths_json`), 'changes', `changes`, 'fitted', `fitted`, 'model', json(`model_json`))) FROM `search_state`;--> statement-breakpoint
DROP TABLE `group_levels`;--> statement-breakpoint
DROP TABLE `folder_contents`;--> statement-breakpoint
DROP TABLE `lift_sums`;--> statement-breakpoint
DROP TABLE `looks`;--> statement-breakpoint
DROP TABLE `search_state`;
