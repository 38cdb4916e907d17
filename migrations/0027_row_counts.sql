-- Written by drizzle-kit; by hand: the numbers of the rows that are there.
ALTER TABLE `world` ADD `turn_rows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `world` ADD `decision_rows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `world` SET `turn_rows` = (SELECT count(*) FROM `turns`), `decision_rows` = (SELECT count(*) FROM `decisions`);
