INSERT INTO `notes` SELECT 'active', substr(`beginning`, 9), json_group_array(json_object('session', substr(`beginning`, 9), 'skill', `skill`, 'version', `decision_id`, 'tokens', CAST(`text` AS integer), 'at', `at`) ORDER BY `decided`)
  FROM `conversations` WHERE `beginning` LIKE 'session:%' AND `text` IS NOT NULL GROUP BY `beginning`;--> statement-breakpoint
DELETE FROM `conversations` WHERE `beginning` LIKE 'session:%';
