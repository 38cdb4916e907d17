-- By hand: drafts whose runs share no step wait for more evidence; those that were staged before join them, unless a
-- person edited them. The sentence is the one that every version wrote into such a draft; quoted text cannot begin a line so.
INSERT INTO ledger (at, skill_name, skill_id, move, actor, from_status, to_status, version_id, reason)
SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER), s.name, s.id, 'watch', 'auto', 'staged', 'watching', v.id,
       'its runs share no step, and such drafts wait for more evidence since this version'
FROM skills s JOIN skill_versions v ON v.skill_id = s.id AND v.version = s.head_version
WHERE s.status = 'staged' AND s.origin = 'auto' AND v.author = 'auto'
  AND instr(s.body, char(10) || '- The runs share no step that says the same in each of them') > 0;
--> statement-breakpoint
UPDATE skills SET status = 'watching'
WHERE id IN (SELECT skill_id FROM ledger WHERE move = 'watch');
