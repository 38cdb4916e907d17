CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`beginning` text NOT NULL,
	`answer` text,
	`decided` integer NOT NULL,
	`decision_id` text,
	`skill` text,
	`text` text,
	`held_out` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversations_beginning` ON `conversations` (`beginning`,`at`);--> statement-breakpoint
CREATE INDEX `conversations_at` ON `conversations` (`at`);