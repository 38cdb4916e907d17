ALTER TABLE "outcomes" ADD COLUMN "project" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outcomes" DROP CONSTRAINT "outcomes_org_version_node_day_arm_pk";--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_org_version_node_day_arm_project_pk" PRIMARY KEY("org","version","node","day","arm","project");
