ALTER TABLE "tokens" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
GRANT UPDATE (used_at) ON tokens TO wayland_team;
