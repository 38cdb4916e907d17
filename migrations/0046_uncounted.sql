ALTER TABLE `turns` ADD `uncounted` integer;--> statement-breakpoint
CREATE INDEX `turns_uncounted` ON `turns` (`at`,`session_id`,`id`,`uncounted`) WHERE uncounted IS NOT NULL;--> statement-breakpoint
UPDATE `turns` SET `uncounted` = (SELECT `attempts` FROM `uncounted` WHERE `turn_id` = `turns`.`id`) WHERE `id` IN (SELECT `turn_id` FROM `uncounted`);--> statement-breakpoint
DROP TABLE `uncounted`;
