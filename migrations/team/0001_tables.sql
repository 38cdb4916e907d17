CREATE TABLE "changes" (
	"org" uuid NOT NULL,
	"seq" integer NOT NULL,
	"statement" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "changes_org_seq_pk" PRIMARY KEY("org","seq")
);
--> statement-breakpoint
ALTER TABLE "changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "heads" (
	"org" uuid PRIMARY KEY NOT NULL,
	"change" integer NOT NULL,
	"entry" integer NOT NULL,
	"digest" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger" (
	"org" uuid NOT NULL,
	"entry" integer NOT NULL,
	"at" bigint NOT NULL,
	"actor" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"previous" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "ledger_org_entry_pk" PRIMARY KEY("org","entry")
);
--> statement-breakpoint
ALTER TABLE "ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "orgs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"personal" boolean NOT NULL,
	"public_key" text NOT NULL,
	"signing_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orgs_personal" UNIQUE("id","personal")
);
--> statement-breakpoint
ALTER TABLE "orgs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outcomes" (
	"org" uuid NOT NULL,
	"version" uuid NOT NULL,
	"node" uuid NOT NULL,
	"day" text NOT NULL,
	"arm" text NOT NULL,
	"successes" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "outcomes_org_version_node_day_arm_pk" PRIMARY KEY("org","version","node","day","arm")
);
--> statement-breakpoint
ALTER TABLE "outcomes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"org" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_org_id_pk" PRIMARY KEY("org","id"),
	CONSTRAINT "people_name" UNIQUE("org","name")
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "projects" (
	"org" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "projects_org_id_pk" PRIMARY KEY("org","id")
);
--> statement-breakpoint
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recurrences" (
	"org" uuid NOT NULL,
	"hash" text NOT NULL,
	"node" uuid NOT NULL,
	"week" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "recurrences_org_hash_node_week_pk" PRIMARY KEY("org","hash","node","week")
);
--> statement-breakpoint
ALTER TABLE "recurrences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reviews" (
	"org" uuid NOT NULL,
	"version" uuid NOT NULL,
	"author" uuid NOT NULL,
	"personal" boolean NOT NULL,
	"blocked" boolean NOT NULL,
	"reviewer" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_org_version_pk" PRIMARY KEY("org","version"),
	CONSTRAINT "reviews_by_another" CHECK ("reviews"."personal" OR "reviews"."reviewer" <> "reviews"."author"),
	CONSTRAINT "reviews_not_blocked" CHECK ("reviews"."verdict" = 'reject' OR NOT "reviews"."blocked")
);
--> statement-breakpoint
ALTER TABLE "reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "skills" (
	"org" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"current" uuid,
	CONSTRAINT "skills_org_id_pk" PRIMARY KEY("org","id"),
	CONSTRAINT "skills_name" UNIQUE("org","name")
);
--> statement-breakpoint
ALTER TABLE "skills" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tokens" (
	"org" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"person" uuid,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"used_by" uuid,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "tokens_org_id_pk" PRIMARY KEY("org","id"),
	CONSTRAINT "tokens_hash" UNIQUE("org","hash"),
	CONSTRAINT "tokens_kind" CHECK ("tokens"."kind" = 'invite' OR "tokens"."person" IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "versions" (
	"org" uuid NOT NULL,
	"id" uuid NOT NULL,
	"skill" uuid NOT NULL,
	"number" integer NOT NULL,
	"author" uuid NOT NULL,
	"personal" boolean NOT NULL,
	"digest" text NOT NULL,
	"files" jsonb NOT NULL,
	"description" text NOT NULL,
	"capabilities" jsonb NOT NULL,
	"grown" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"blocked" boolean NOT NULL,
	"projects" jsonb,
	"evidence" integer NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "versions_org_id_pk" PRIMARY KEY("org","id"),
	CONSTRAINT "versions_number" UNIQUE("org","skill","number"),
	CONSTRAINT "versions_reviewed" UNIQUE("org","id","author","personal","blocked")
);
--> statement-breakpoint
ALTER TABLE "versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "heads" ADD CONSTRAINT "heads_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_org_version_versions_org_id_fk" FOREIGN KEY ("org","version") REFERENCES "public"."versions"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_org_node_tokens_org_id_fk" FOREIGN KEY ("org","node") REFERENCES "public"."tokens"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrences" ADD CONSTRAINT "recurrences_org_node_tokens_org_id_fk" FOREIGN KEY ("org","node") REFERENCES "public"."tokens"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_of_version" FOREIGN KEY ("org","version","author","personal","blocked") REFERENCES "public"."versions"("org","id","author","personal","blocked") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_org_reviewer_people_org_id_fk" FOREIGN KEY ("org","reviewer") REFERENCES "public"."people"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skills" ADD CONSTRAINT "skills_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_org_person_people_org_id_fk" FOREIGN KEY ("org","person") REFERENCES "public"."people"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_org_orgs_id_fk" FOREIGN KEY ("org") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_org_skill_skills_org_id_fk" FOREIGN KEY ("org","skill") REFERENCES "public"."skills"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_org_author_people_org_id_fk" FOREIGN KEY ("org","author") REFERENCES "public"."people"("org","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_org_personal_orgs_id_personal_fk" FOREIGN KEY ("org","personal") REFERENCES "public"."orgs"("id","personal") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_one_org" ON "changes" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("changes"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("changes"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "heads" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("heads"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("heads"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "ledger" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("ledger"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("ledger"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "orgs" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("orgs"."id" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("orgs"."id" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "outcomes" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("outcomes"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("outcomes"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "people" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("people"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("people"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "projects" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("projects"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("projects"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "recurrences" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("recurrences"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("recurrences"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "reviews" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("reviews"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("reviews"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "skills" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("skills"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("skills"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "tokens" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("tokens"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("tokens"."org" = nullif(current_setting('app.org', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "of_one_org" ON "versions" AS PERMISSIVE FOR ALL TO "wayland_team" USING ("versions"."org" = nullif(current_setting('app.org', true), '')::uuid) WITH CHECK ("versions"."org" = nullif(current_setting('app.org', true), '')::uuid);