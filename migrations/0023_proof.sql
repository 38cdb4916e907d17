CREATE TABLE `proof_samples` (
	`lineage` text NOT NULL,
	`text` text NOT NULL,
	`task` text NOT NULL,
	`repeat` integer NOT NULL,
	`sample_json` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`lineage`, `text`, `task`, `repeat`)
);
--> statement-breakpoint
CREATE TABLE `refused_edits` (
	`lineage` text NOT NULL,
	`edit` text NOT NULL,
	`why` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`lineage`, `edit`)
);
