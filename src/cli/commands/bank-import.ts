import { resolve } from 'node:path'
import type { BankTransfer, SkillBank, SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Fields, type Words } from '../command.ts'
import type { Report } from '../report.ts'

export const TRANSFER: Fields = {
  written: 'number of skills written',
  known: 'skills that were there with the same bytes',
  quarantined: '[{path, why}]: of those written or known, skills that a safety rule blocks',
  left: '[{path, why}]: what was not written',
}

export const command: Words = {
  topic: 'users',
  takes: '<folder>',
  words: 'Copy a bank of AutoSkill, or a folder of skills, into shared libraries; overwrites nothing',
  flags: {},
  text: [
    'Reads the layout of AutoSkill: "Common/<library>/<skill>" becomes a shared library, "Users/<user>/<skill>" a library of this user alone. Any other folder is one shared library, and every folder with a SKILL.md below it a skill. Files are copied byte for byte. A skill that a safety rule blocks is kept in quarantine: it is never found or shown, and is exported as it came. One whose SKILL.md has no name or description is left, and so is one where another lies already. All these are named, and the exit code is 1.',
    'Of a downloaded site that has .well-known/agent-skills/index.json (Agent Skills Discovery 0.2.0), the skills of type "skill-md" that the index lists are read, each only where its bytes have the digest that stands there; archives are left and named.',
  ],
  json: TRANSFER,
  example: 'wayland-core bank import ~/.claude/skills',
}

/** Imports a bank from a folder, or exports the bank to one. */
export async function run({ command: { name }, words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [given] = words
  if (given === undefined || words.length > 1)
    throw new WaylandError('bad_usage', `${name} takes one folder`, { hint: `See "wayland-core ${name} --help".` })
  const folder = resolve(given)
  const transfer = async (bank: SkillBank, at: string): Promise<BankTransfer> => {
    if (name === 'bank import') return await bank.import(at)
    return await (flags.site === true ? bank.publish(at) : bank.export(at))
  }
  await using loop = await open({ brief: true })
  const done = await transfer(loop.bank, folder)
  if (json) report.json({ ...done })
  else {
    for (const { path, why } of done.left) report.line(`Left: ${path}: ${why}`)
    for (const { path, why } of done.quarantined) report.line(`Quarantined: ${path}: ${why}`)
    report.line(summary(name === 'bank import' ? 'imported' : 'exported', done))
    if (name === 'bank import') await tellWaiting(loop, report)
  }
  return done.left.length + done.quarantined.length > 0 ? EXIT.refused : EXIT.done
}

const summary = (verb: string, { written, known, quarantined, left }: BankTransfer): string =>
  [
    `${written} ${written === 1 ? 'skill' : 'skills'} ${verb}`,
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
    'See what one can do with "wayland-core show <library>/<path>"; approve it with "wayland-core skills promote".',
  )
}
