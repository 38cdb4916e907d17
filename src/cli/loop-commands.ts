import type { Command, Flag } from './command.ts'
import { NAMED, SKILL_FIELDS } from './skill-fields.ts'

const TOP: Flag = { value: 'K', words: 'Candidates shown (default 5)' }

/** Commands of the loop: turns in, picks out, and what was learned. */
export const LOOP_COMMANDS: readonly Command[] = [
  {
    name: 'observe',
    takes: '',
    flags: {},
    words: 'Record turns: JSON lines on stdin, one receipt a line on stdout',
    more:
      'A turn is {"user_input", "outcome" or "stop_reason"} and, when known, picked_skill, decision_id, summary, ' +
      'timestamp, session_id, prompt_id, project_dir, engine, turns, tool_calls. Unknown fields are ignored. A line that ' +
      'cannot be read gets {"line", "error"}, costs nothing else, and makes the exit code 1.',
    json: ['turn_id', 'status', 'signature', 'streak', 'draft'],
    example: `echo '{"user_input":"review the branch","outcome":"success"}' | wayland-core observe`,
    load: () => import('./commands/observe.ts'),
  },
  {
    name: 'import',
    takes: '[<engine|auto>] [<file|folder>…]',
    flags: {},
    words: 'Read past sessions of an agent; reading twice records nothing new',
    more: 'Takes the files given and every .jsonl or .json file below the folders given; of an engine alone (claude-code, codex, gemini, qwen, pi) the folder where it keeps its sessions, and of no words at all those of every agent on this machine. Ends with what was drafted, or why nothing was and what is nearest. What cannot be read is named, and makes the exit code 1.',
    json: [
      'files',
      'lines',
      'turns_recorded',
      'turns_known',
      'drafts',
      'skipped',
      'errors',
      'looked_in',
      'not_there',
      'drafted',
      'outcomes',
      'refused',
      'open_streaks',
      'nearest',
      'turned_down',
    ],
    example: 'wayland-core import claude-code ~/.claude/projects',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'route',
    takes: '"<task>"',
    flags: {
      top: TOP,
      explain: { words: 'Say of every candidate what speaks for it, and why it lost' },
      session: { value: 'id', words: 'Session that the task belongs to' },
      prompt: { value: 'id', words: 'Prompt that the task is, so that its turn finds the decision' },
      engine: { value: 'name', words: 'Agent that the hint is for: it names the skill as that agent can reach it' },
      dir: { value: 'folder', words: "Folder that the agent works in, for copies of skills in a project's folders" },
    },
    words: 'Pick the skill for a task, or none and why; exit code 0 either way',
    more:
      'With - instead of a task, it is read from stdin: what stands among the arguments, other users of the machine can ' +
      'see. "@@skill=<name>" anywhere in the task forces that skill. Every decision is logged with its candidates. 5 % of the ' +
      'decisions offer nothing although a candidate exists, to measure what a skill is worth: --router-holdout 0 turns ' +
      'that off.',
    json: ['decision_id', 'pick', 'reason', 'candidates'],
    example: 'wayland-core route "please review my branch"',
    load: () => import('./commands/route.ts'),
  },
  {
    name: 'reward',
    takes: '<decision-id> success|failure|unknown',
    flags: {},
    words: 'Say how a routed task ended; counted once',
    json: ['decision_id', 'status', 'skill'],
    example:
      'wayland-core reward "$(wayland-core route --json "review it" | node -p "JSON.parse(fs.readFileSync(0)).decision_id")" success',
    load: () => import('./commands/reward.ts'),
  },
  {
    name: 'status',
    takes: '',
    flags: {},
    words: 'What was learned, what waits for you, and where it lies',
    json: [
      'skills_switch',
      'turns',
      'last_turn_at',
      'streaks',
      'decisions',
      'skills',
      'waiting',
      'watching',
      'vectors',
      'spooled',
      'put_aside',
      'aside',
      'daemon',
      'not_understood',
      'database',
      'database_bytes',
      'database_free_bytes',
      'skills_folder',
      'nearest',
    ],
    example: 'wayland-core status',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'skills',
    takes: '',
    flags: {},
    words: 'List every skill with its status and evidence',
    json: ['skills'],
    example: 'wayland-core skills',
    load: () => import('./commands/skills.ts'),
  },
  {
    name: 'show',
    takes: '<id>',
    flags: {},
    words: 'Show one skill: its standing, its text, what is found in it, its evidence side by side, its history',
    more: NAMED,
    json: [...SKILL_FIELDS, 'triggers', 'body', 'body_digest', 'findings', 'evidence', 'history'],
    example: 'wayland-core show auto-branch-review',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'demo',
    takes: '',
    flags: {},
    words: 'Play sessions around real requests in a throw-away home and watch a skill come out',
    json: ['turns', 'drafts', 'decisions', 'audit'],
    example: 'wayland-core demo',
    load: () => import('./commands/demo.ts'),
  },
]
