import type { Command } from './command.ts'

/** Commands about what skills are worth. */
export const BENEFIT_COMMANDS: readonly Command[] = [
  {
    name: 'bench',
    takes: 'import <file>',
    flags: {},
    words: 'Take measured scores of skills from a file; the same file twice adds nothing',
    more:
      'The file holds JSON lines, or one JSON list, of rows {"skill": name or id, "score": 0 to 1, "body_digest": the one ' +
      'that "show --json" prints for the text that was measured, or "prompt_body": that text} and, when known, "scorer" ' +
      '("bench"), "parent" (UUID of the row that it was made from, or null), "id" (UUID), "generation", "created_at" ' +
      '(unix seconds or ISO 8601) and "metadata" (an object). A row measured on another text than the skill has now is ' +
      'kept, and has no weight while it has this one. A bad row is named, costs nothing else, and makes the exit code 1.',
    json: ['rows', 'added', 'known', 'other_text', 'errors'],
    example:
      `wayland-core show auto-branch-changes-review --json | node -p "const s = JSON.parse(fs.readFileSync(0)); ` +
      `JSON.stringify({ skill: s.name, score: 0.8, body_digest: s.body_digest })" > scores.jsonl && ` +
      'wayland-core bench import scores.jsonl',
    load: () => import('./commands/bench.ts'),
  },
]
