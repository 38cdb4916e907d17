-- Written by drizzle-kit; by hand: what it has no words for, and the row of the state.
CREATE TABLE `indexed_skills` (
	`n` integer PRIMARY KEY NOT NULL,
	`skill` text NOT NULL,
	`digest` text NOT NULL,
	`terms` blob NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `indexed_skills_skill_unique` ON `indexed_skills` (`skill`);--> statement-breakpoint
CREATE TABLE `search_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`skills` integer NOT NULL,
	`phrases` integer NOT NULL,
	`lengths_json` text NOT NULL,
	`changes` integer NOT NULL,
	`fitted` integer NOT NULL,
	`model_json` text
);--> statement-breakpoint
INSERT INTO `search_state` SELECT 1, NOT EXISTS (SELECT 1 FROM `skills`), 0, 0, '{"words":[0,0,0,0,0],"grams":[0,0,0,0,0]}', 0, 0, NULL;--> statement-breakpoint
CREATE VIRTUAL TABLE `skill_terms` USING fts5(name, triggers, description, body, examples, grams, body_grams, content='', contentless_delete=1, tokenize='ascii');--> statement-breakpoint
CREATE VIRTUAL TABLE `skill_vocabulary` USING fts5vocab('skill_terms', 'row');
