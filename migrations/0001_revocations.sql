CREATE TABLE `revocations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`skill_name` text NOT NULL,
	`signature` text,
	`at` integer NOT NULL,
	`reason` text NOT NULL,
	`lifted_at` integer
);
