-- Written by drizzle-kit; by hand: what waits, since when, and how far the level reaches, is carried over into the new columns.
ALTER TABLE `group_levels` ADD `up_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `group_requests` ADD `waiting` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `group_requests` ADD `bins_json` text;--> statement-breakpoint
ALTER TABLE `group_requests` ADD `at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `group_requests` SET `at` = coalesce((SELECT `at` FROM `turns` WHERE `id` = `turn_id`), 0);--> statement-breakpoint
UPDATE `group_requests` SET `waiting` = 1 WHERE EXISTS (
	SELECT 1 FROM `groups` AS g, json_each(g.`waiting_json`) AS w
	WHERE g.`scope` = `group_requests`.`scope` AND g.`id` = `group_requests`.`group_id` AND w.`value` = `group_requests`.`id`
);--> statement-breakpoint
UPDATE `group_levels` SET `up_to` = coalesce(
	(SELECT max(`id`) FROM `group_requests` AS r WHERE r.`scope` = `group_levels`.`scope`), 0
);--> statement-breakpoint
ALTER TABLE `groups` DROP COLUMN `members_json`;--> statement-breakpoint
ALTER TABLE `groups` DROP COLUMN `waiting_json`;
