-- Roles belong to the cluster: another database of it may have made this one.
DO $$ BEGIN
  CREATE ROLE wayland_team NOLOGIN NOINHERIT NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
