import { writeFileSync } from 'node:fs'
import type { BankStats, Count } from '../../domain/bank/bank-stats.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import type { Report } from '../report.ts'

export const command: Words = {
  topic: 'users',
  takes: '',
  words: 'Skills by user, library, version and tag, with their sizes and the turns that they rest on',
  flags: { svg: { value: 'file', words: 'Draw versions and tags as an SVG picture, too' } },
  text: [
    'Counts the skills that may be offered of all users ("default" is this loop itself), and those of the shared libraries, quarantined ones included.',
  ],
  json: {
    skills: 'number of skills',
    owners: '[{owner, kind: user or library, skills}]',
    versions: '[{name, count}], most frequent first',
    updated: 'skills with a later version than their first',
    tags: '[{name, count}], at most 20',
    statuses: '[{name, count}] of the skills of users, and of those of libraries the quarantined',
    size: '{median, p90, max} of the characters of a body',
    turns: '{median, p90, max} of the turns that a skill of a user rests on',
  },
  example: 'wayland-core bank stats --svg bank.svg',
}

/** Counts the skills of the bank: by owner, version and tag, with their sizes and the turns that they rest on. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const stats = await loop.bank.stats()
  if (typeof flags.svg === 'string') {
    const { statsSvg } = await import('../../domain/bank/stats-svg.ts')
    writeFileSync(flags.svg, statsSvg(stats))
  }
  if (json) report.json({ ...stats })
  else print(stats, report)
  return EXIT.done
}

function print({ skills, owners, versions, updated, tags, statuses, size, turns }: BankStats, report: Report): void {
  report.line(`${skills} skills, ${updated} of them changed since their first version`)
  report.table([['owner', '', 'skills'], ...owners.map(({ owner, kind, skills: n }) => [owner, kind, String(n)])])
  for (const [title, counts] of [
    ['version', versions],
    ['status', statuses],
    ['tag', tags],
  ] as const)
    if (counts.length > 0)
      report.table([[title, 'skills'], ...counts.map(({ name, count }: Count) => [name, String(count)])])
  const row = (name: string, { median, p90, max }: BankStats['size']) => [name, ...[median, p90, max].map(String)]
  report.table([['', 'median', '90 %', 'most'], row('characters', size), row('turns behind it', turns)])
}
