import { KINDS } from '../../domain/capabilities/capability.ts'
import type { Fields, Manual } from './manual.ts'
import { ENTRY_FIELDS, NAMED, SKILL_FIELDS, VERSION_FIELDS } from './skill-fields.ts'

/** A move prints the skill as it is afterwards. */
const move = (name: string, text: readonly string[] = []): readonly [string, Manual] => [
  `skills ${name}`,
  {
    text: [NAMED, ...text, MOVES],
    json: SKILL_FIELDS,
    example: `wayland-core skills ${name} auto-branch-changes-review`,
  },
]
const MOVES =
  'The reason is kept in the ledger. A move that is not allowed, or whose files cannot follow, is refused with exit code 1 or 3 and changes nothing.'

const PROPOSED: Fields = {
  skill: 'name',
  from: 'number of the current version',
  to: 'number of the proposed version',
  files: '[{path, patch}]',
  parts: '[{number, file, place, conflict, removes, adds, before}]; before is how the lines were drafted before',
  along: '[{place, removes, adds}]: figures that change with any part',
  kept: '[{place, added, removed}]: what is yours and stays',
  split:
    'null, or {keeps: {skill, steps}, leaves: {skill, steps}} where the turns of the skill do two tasks: promoting the second skill accepts both halves, archiving it keeps one skill',
}

const AUDIT: Fields = {
  schema: 'number of this shape',
  generated_at: 'ISO 8601',
  stale_days: 'days without use after which a skill is stale',
  skills: 'every skill, with its lift',
  findings: '[{kind, skills, detail, command}]; command is what settles the finding',
}

/** Help of `skills` and the commands below it. */
export const REVIEW_MANUAL: Readonly<Record<string, Manual>> = {
  ui: {
    text: [
      'Prints an address of 127.0.0.1 with a token that works once, and serves until it is stopped. The page shows what waits, each skill with its text, evidence, findings, history and worth, word by word what a proposed version changes, turns and why they counted, and what the router would offer for a request. Approving, rejecting, editing and undoing are the moves of the command line with their checks; a page that is older than the skill is told so and changes nothing.',
      'Nothing is loaded from elsewhere. Reading, approving and rejecting work without script: the code that is printed is typed then. Keys: J and K go through a list, O opens, A approves, R rejects, ? lists them and switches them off.',
    ],
    json: { url: 'address with its one-time token', code: 'the token alone' },
    example: 'wayland-core ui & sleep 2; kill $!',
  },
  review: {
    text: [
      'The file holds the text, findings, evidence and differences of quarantined skills, changed ones, proposed versions and drafts, at most 100 of each. It loads nothing and runs nothing; secrets are taken out of what was recorded before it is stored.',
    ],
    json: { file: 'its path', skills: 'number of skills in it', left: 'number that wait and are not in it' },
    example: 'wayland-core review --html skills.html',
  },
  skills: {
    text: [
      'The commands below it change the status of a skill, or show what waits for you.',
      'Tags are read from `tags` or `metadata.tags` of SKILL.md: a list, or a text with commas. A search reads them with the description. A skill that was taken in by a version without tags has none until its folder changes.',
    ],
    json: { skills: 'list of skills' },
    inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }],
    example: 'wayland-core skills --tag pdf',
  },
  'skills audit': {
    text: [
      'Kinds of findings: needs_review; watching (a draft whose runs share no step, or too little, waits for more); split (the turns of one skill do two tasks, and a second skill waits beside it); changed_since_review; proposed (a version waits); harmful (tasks succeed less often with the skill than without, 95 % sure); stale (neither used nor made for so many days); duplicate (two skills say nearly the same, or their runs did); broken_ref (a skill refers to a file that it does not have); safety.',
    ],
    shape: 'The same is written to .wayland-core/skills-audit.json in the current folder.',
    json: AUDIT,
    example: 'wayland-core skills audit --skills-audit-stale-days 90',
  },
  ...Object.fromEntries([
    move('promote', [
      'The grant is for these bytes: a later change needs a review again. A quarantined skill shows its findings and needs --force.',
    ]),
    move('pin'),
    move('unpin'),
  ]),
  'skills diff': {
    text: [
      NAMED,
      'A proposed version is merged from what was drafted before, what you have and what was drafted now. Its changes are numbered parts; where you and the new version changed the same place, the part is a conflict and both sides are shown.',
    ],
    json: PROPOSED,
    example: 'wayland-core skills diff auto-branch-changes-review',
  },
  ...Object.fromEntries([
    move('accept', [
      'Your lines stay, and what you took out stays out. Where you and the new version changed the same place, yours stays unless --parts names that part. Parts that you do not name go on waiting. Files that you edited since are merged first. "skills rollback" takes it back. A version with findings that block needs --force.',
    ]),
    move('reject', ['"skills unreject" takes it back.']),
    move('unreject', ['Refused while another version waits.']),
  ]),
  'skills rollback': {
    text: [
      '<entry> is a number from "wayland-core history". A rollback is an entry too, and can be rolled back.',
      MOVES,
    ],
    json: SKILL_FIELDS,
    example: 'wayland-core skills rollback 1',
  },
  ...Object.fromEntries([
    move('keep', [
      'A stale skill is named again after another 180 days without use; a harmful one after that time too, or as soon as four more runs with it have a known outcome.',
    ]),
    move('unkeep'),
    move('archive'),
    move('restore', [
      'Where the files that it left were changed since, both are shown, and --use says which come back; the other is kept. ("wayland-core restore" brings back everything from a backup.)',
    ]),
    move('revoke'),
  ]),
  'skills govern': {
    text: ['--json always holds everything.'],
    json: {
      skills: 'skills, each with its versions',
      revocations: '[{skill, signature, at, reason}]: revocations in force',
      ledger: 'all entries, oldest first',
      ledger_agrees: 'whether the ledger alone gives the same status for every skill as the rows',
    },
    inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }, VERSION_FIELDS, ENTRY_FIELDS],
    example: 'wayland-core skills govern',
  },
  show: {
    text: [NAMED],
    json: {
      ...SKILL_FIELDS,
      triggers: 'requests that it is for',
      body: 'SKILL.md below its front matter',
      body_digest: 'SHA-256 of the body, as "bench import" takes it',
      allowed_tools: 'tools that its front matter asks to be allowed; shown, and never applied',
      capabilities: `[{kind, what, file, line}]: what it can do, as its files say; kinds: ${[...KINDS].reverse().join(', ')}`,
      new_capabilities: 'those that the version which you approved last has not; null where none was approved',
      findings: 'as of "scan", over its files and the turns that it came from',
      evidence:
        '{version, needed, runs: [{turn_id, request, summary}], rows: [{fate, why, calls}]}: what each run did for a step, side by side, and whether that was kept, became a pitfall or was dropped; null for a skill that was not drafted',
      proposals:
        '[{id, subject, skill, operation, status, rule, reason, calls, version_id, at, models, tokens}]: what a language model proposed about it, newest first, and what that cost; tokens: {input, output} or "unknown"',
      rules:
        '[{id, text, sources, sessions, state}]: what the requests it was drafted from ask for in general, as of "notes"',
      history: '[{at, move, actor, from, to, reason}]',
    },
    example: 'wayland-core show auto-branch-changes-review',
  },
  history: {
    text: [NAMED],
    json: {
      skill: 'name',
      versions: 'the versions of its folder, oldest first',
      ledger: 'all that happened to it, oldest first',
    },
    inner: [VERSION_FIELDS, ENTRY_FIELDS],
    example: 'wayland-core history auto-branch-changes-review',
  },
  reconcile: {
    text: [
      'Every start and every write takes in such changes too; this command examines every folder now and reports what it found. An edit becomes a version by the person; nothing is overwritten. With more than 64 skills, a short command (route, observe, show, status, a hook) examines the skills that it is about and 64 others, unless a folder was added or removed. Until an edit is found, requests are compared with the earlier text; edited files are not offered before they were scanned.',
    ],
    json: { ledger: 'the entries that were made' },
    inner: [ENTRY_FIELDS],
    example: 'wayland-core reconcile',
  },
  scan: {
    text: [
      'Reads every file below each folder; nothing in a folder can exclude a file from it. Cells of notebooks are read as code. What cannot be read is a finding (unread), and the scan goes on. A link out of the folder blocks (link-out): what lies there is in no verdict and may change. A live !`command` blocks unless it only reads: git status, git log, git diff, ls, pwd, date, node -v and the like.',
    ],
    json: {
      findings: '[{rule, severity: block, warn or note, file, line, excerpt, why}]',
      skills: '[{folder, capabilities: [{kind, what, file, line}]}]: what each skill there can do',
    },
    example: 'wayland-core scan ~/.claude/skills --level block',
  },
  purge: {
    text: [
      'Lists what would be deleted, and asks. The skills named, or all archived and revoked ones, leave the database, its free space, and the ledger that is kept beside the skills. Ledger entries and revocations stay; a purged skill is not drafted again. Its turns stay as long as all turns do.',
    ],
    json: { purged: '[{id, name}]' },
    example: 'wayland-core purge --yes',
  },
}
