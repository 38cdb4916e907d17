CREATE TABLE `vector_spaces` (
	`model` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vectors` (
	`model` text NOT NULL,
	`digest` text NOT NULL,
	`packed` blob NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`model`, `digest`)
);
--> statement-breakpoint
CREATE INDEX `vectors_use` ON `vectors` (`used_at`);