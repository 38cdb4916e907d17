CREATE TABLE `announcements` (
	`skill_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
