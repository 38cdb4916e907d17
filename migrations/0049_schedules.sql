INSERT INTO `notes` SELECT 'schedule', `id`, json_object('id', `id`, 'skill', `skill`, 'plan', `plan_json`, 'same', `same`, 'state', `state`, 'reason', `reason`, 'nextAt', `next_at`, 'lookedAt', `looked_at`, 'createdAt', `created_at`) FROM `schedules`;--> statement-breakpoint
DROP TABLE `schedules`;
