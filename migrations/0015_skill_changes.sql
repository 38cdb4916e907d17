CREATE TABLE `looks` (
	`root` text PRIMARY KEY NOT NULL,
	`stamp` text NOT NULL,
	`change` integer NOT NULL,
	`rules` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `skill_changes` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`skill` text NOT NULL,
	`token` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `skills_standing` ON `skills` (`status`,`needs_review`,`created_at`);
--> statement-breakpoint
INSERT INTO `skill_changes` (`skill`, `token`) VALUES ('', hex(randomblob(8)));
