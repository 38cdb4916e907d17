ALTER TABLE `skills` ADD `projects_json` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `skills_placed` ON `skills` (`projects_json`,`name`) WHERE projects_json <> '[]';--> statement-breakpoint
UPDATE `skills` SET `projects_json` = (
  SELECT CASE WHEN count(*) < 3 THEN json_group_array(place) ELSE '[]' END FROM (
    SELECT DISTINCT coalesce(t.project, t.project_dir) AS place
    FROM skill_versions v JOIN version_evidence e ON e.version_id = v.id JOIN turns t ON t.id = e.turn_id
    WHERE v.skill_id = skills.id AND coalesce(t.project, t.project_dir) IS NOT NULL ORDER BY place
  )
) WHERE needs_review = 1 AND origin <> 'person';
