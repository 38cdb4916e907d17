ALTER TABLE `world` ADD `retained_at` integer;--> statement-breakpoint
UPDATE `world` SET `retained_at` = (SELECT `at` FROM `retention` WHERE `id` = 1);--> statement-breakpoint
DROP TABLE `retention`;