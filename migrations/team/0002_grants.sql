-- What the server may do: it makes no org, and changes or removes no version, review, change or entry of the ledger.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO wayland_team;--> statement-breakpoint
GRANT INSERT ON people, tokens, projects, skills, versions, reviews, changes, outcomes, recurrences, ledger TO wayland_team;--> statement-breakpoint
GRANT UPDATE (change, entry, digest) ON heads TO wayland_team;--> statement-breakpoint
GRANT UPDATE (used_by, revoked_at) ON tokens TO wayland_team;--> statement-breakpoint
GRANT UPDATE (name) ON projects TO wayland_team;--> statement-breakpoint
GRANT UPDATE (current) ON skills TO wayland_team;--> statement-breakpoint
GRANT UPDATE (successes, failures) ON outcomes TO wayland_team;--> statement-breakpoint
GRANT UPDATE (count) ON recurrences TO wayland_team;
