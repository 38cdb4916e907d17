CREATE TABLE `library_skills` (
	`id` text PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`name` text NOT NULL,
	`folder` text,
	`standing` text NOT NULL,
	`skill_json` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `library_skills_root` ON `library_skills` (`root`,`standing`);--> statement-breakpoint
CREATE INDEX `library_skills_name` ON `library_skills` (`name`);--> statement-breakpoint
CREATE INDEX `library_skills_folder` ON `library_skills` (`folder`);