ALTER TABLE `skills` ADD `announced_at` integer;--> statement-breakpoint
CREATE INDEX `skills_unannounced` ON `skills` (`name`) WHERE status = 'staged' AND needs_review = 1 AND announced_at IS NULL;--> statement-breakpoint
UPDATE `skills` SET `announced_at` = (SELECT `at` FROM `announcements` WHERE `skill_id` = `skills`.`id`) WHERE `id` IN (SELECT `skill_id` FROM `announcements` WHERE `at` > 0);--> statement-breakpoint
INSERT INTO `notes` SELECT 'rule', `id`, json_patch('{}', json_object('id', `id`, 'project', `project`, 'text', `text`, 'sources', json(`sources_json`), 'sessions', `sessions`, 'state', `state`, 'at', `at`)) FROM `standing_rules` WHERE json_valid(`sources_json`);--> statement-breakpoint
INSERT INTO `notes` SELECT 'sample', `lineage` || ' ' || `text` || ' ' || `task` || ' ' || `repeat`, json_object('lineage', `lineage`, 'text', `text`, 'task', `task`, 'repeat', `repeat`, 'sample', json(`sample_json`), 'at', `at`) FROM `proof_samples` WHERE json_valid(`sample_json`);--> statement-breakpoint
DROP TABLE `announcements`;--> statement-breakpoint
DROP TABLE `standing_rules`;--> statement-breakpoint
DROP TABLE `proof_samples`;
