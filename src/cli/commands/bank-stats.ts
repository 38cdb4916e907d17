import { writeFileSync } from 'node:fs'
import type { BankStats, Count } from '../../domain/bank/bank-stats.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import type { Report } from '../report.ts'

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
