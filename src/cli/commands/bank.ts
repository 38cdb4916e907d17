import { resolve } from 'node:path'
import type { BankTransfer, SkillLoop } from '../../app/skill-loop.ts'
import type { BankStats, Count, Owner } from '../../domain/bank/bank-stats.ts'
import { type Call, EXIT, type ExitCode, type Fields, type Verb, type Words } from '../command.ts'
import { counted, type Report } from '../report.ts'

/** Lists the users of the bank. */
export async function run({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const users = await loop.bank.users()
  if (json) report.json({ users })
  else if (users.length === 0)
    report.line(
      'The bank has no users. "--user <name>" with any command works for one; a program names them to loop.bank.',
    )
  else for (const user of users) report.line(user)
}

const TRANSFER: Fields = {
  written: 'number of skills written',
  known: 'skills that were there with the same bytes',
  quarantined: '[{path, why}]: of those written or known, skills that a safety rule blocks',
  renamed: '[{path, name}]: of those written or known, skills whose SKILL.md has another name than their folder',
  left: '[{path, why}]: what was not written',
}

const importing: Verb = {
  takes: '<folder>',
  words: 'Copy a bank of AutoSkill, or a folder of skills, into shared libraries; overwrites nothing',
  text: [
    'Reads the layout of AutoSkill: "Common/<library>/<skill>" becomes a shared library, "Users/<user>/<skill>" a library of this user alone. Any other folder is one shared library, and every folder with a SKILL.md below it a skill. Files are copied byte for byte. A skill that a safety rule blocks is kept in quarantine: it is never found or shown, and is exported as it came. One whose SKILL.md has no name or description is left, and so is one where another lies already. All these are named, and the exit code is 1. A skill whose SKILL.md has another name than its folder is taken, and called by its folder, as agents call it.',
  ],
  json: TRANSFER,
  example: 'wayland-core bank import ~/.claude/skills',
  run: transfer,
}

const exporting: Verb = {
  takes: '<folder>',
  words: "Write the bank into an empty folder, in AutoSkill's layout",
  text: [
    'Libraries are written as they were imported. Skills of users become SKILL.md files with "id", "version", "tags" and "triggers" in their front matter, as AutoSkill reads them; those of this loop itself are written for the user "default".',
  ],
  json: TRANSFER,
  example: 'wayland-core bank export skill-bank',
  run: transfer,
}

/** Imports a bank from a folder, or exports the bank to one. */
async function transfer({ command: { name }, words: [given = ''], json, report, open }: Call): Promise<ExitCode> {
  const folder = resolve(given)
  await using loop = await open({ brief: true })
  const done = await loop.bank[name === 'bank import' ? 'import' : 'export'](folder)
  report.progress(undefined)
  if (json) report.json({ ...done })
  else {
    for (const { path, why } of done.left) report.line(`Left: ${path}: ${why}`)
    for (const { path, why } of done.quarantined) report.line(`Quarantined: ${path}: ${why}`)
    tellRenamed(done, report)
    report.line(summary(name === 'bank import' ? 'imported' : 'exported', done))
    if (name === 'bank import') await tellWaiting(loop, report)
  }
  return done.left.length + done.quarantined.length > 0 ? EXIT.refused : EXIT.done
}

/** Skills of a bank have names in plain words, so that a few stand for all. */
function tellRenamed({ renamed }: BankTransfer, report: Report): void {
  const [first, ...more] = renamed
  if (first === undefined) return
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  report.line(
    `Called by its folder, as agents do, where SKILL.md has another name: ${first.path} ("${first.name}")${others}`,
  )
}

const summary = (verb: string, { written, known, quarantined, left }: BankTransfer): string =>
  [
    `${counted(written, 'skill')} ${verb}`,
    ...(known === 0 ? [] : [`${known} known`]),
    ...(quarantined.length === 0 ? [] : [`${quarantined.length} of them quarantined`]),
    ...(left.length === 0 ? [] : [`${left.length} left`]),
  ].join(', ')

/** Skills named after an import; further ones are counted. */
const MAX_NAMED = 10

async function tellWaiting(loop: SkillLoop, report: Report): Promise<void> {
  const waiting = await loop.review.unapproved()
  if (waiting.length === 0) return
  const named = waiting.slice(0, MAX_NAMED).map(({ library, path }) => `${library}/${path}`)
  const more = waiting.length > MAX_NAMED ? ` and ${waiting.length - MAX_NAMED} more` : ''
  report.line(`Models find none of these before you approve it: ${named.join(', ')}${more}`)
  report.line(
    'See what they can do, and how to approve them, with "wayland-core show <library>", or one with "show <library>/<path>".',
  )
}

const stats: Verb = {
  words: 'Skills by user, library, category, platform, version and tag, with their sizes and what they rest on',
  text: [
    'Counts the skills that may be offered of all users ("default" is this loop itself), and those of the shared libraries, quarantined ones included.',
  ],
  json: {
    skills: 'number of skills',
    owners:
      '[{owner, kind: user or library, skills, messages}]: the requests that are recorded of a user; null for a library',
    categories: '[{name, count}]: `category` of a SKILL.md, else the folder between library and skill',
    platforms: '[{name, count}]: `platforms` of a SKILL.md; of a drafted skill the agents of its runs',
    versions: '[{name, count}], most frequent first',
    updated: 'skills with a later version than their first',
    tags: '[{name, count}], at most 20',
    statuses: '[{name, count}] of the skills of users, and of those of libraries the quarantined',
    size: '{median, p90, max} of the characters of a body',
    turns: '{median, p90, max} of the turns that a skill of a user rests on',
  },
  example: 'wayland-core bank stats',
  run: tellStats,
}

/** Counts the skills of the bank: by owner, version and tag, with their sizes and the turns that they rest on. */
async function tellStats({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const stats = await loop.bank.stats()
  if (json) report.json({ ...stats })
  else print(stats, report)
}

function print(
  { skills, owners, categories, platforms, versions, updated, tags, statuses, size, turns }: BankStats,
  report: Report,
): void {
  report.line(`${skills} skills, ${updated} of them changed since their first version`)
  const ofOwner = ({ owner, kind, skills: n, messages }: Owner) => [owner, kind, String(n), String(messages ?? '-')]
  report.table([['owner', '', 'skills', 'messages'], ...owners.map(ofOwner)])
  for (const [title, counts] of [
    ['category', categories],
    ['platform', platforms],
    ['version', versions],
    ['status', statuses],
    ['tag', tags],
  ] as const)
    if (counts.length > 0)
      report.table([[title, 'skills'], ...counts.map(({ name, count }: Count) => [name, String(count)])])
  const row = (name: string, { median, p90, max }: BankStats['size']) => [name, ...[median, p90, max].map(String)]
  report.table([['', 'median', '90 %', 'most'], row('characters', size), row('turns behind it', turns)])
}

export const command: Words = {
  topic: 'users',
  words: 'List the users of the bank; any command works for one of them with --user <name>',
  text: [
    'Each user has a folder of their own below "users" in the data folder, with skills, streaks, arms, turns and an empty home: no user finds what another has, or what the agents on this machine keep. A user is added when a command or a program first names them.',
    'Shared libraries are folders of skills that all users find beside their own: those of bank.libraries, and what "bank import" copied. They are read and never written. A skill is offered as any other once you approved its bytes ("skills promote <library>/<path>"): picked, listed and loaded under the name of its folder, or as <library>/<path> where you or another library have a skill of that name. "skills archive <library>/<path>" takes the approval back.',
  ],
  json: { users: 'their names, sorted' },
  example: 'wayland-core bank',
  verbs: { import: importing, export: exporting, stats },
}
