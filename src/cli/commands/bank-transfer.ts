import { resolve } from 'node:path'
import type { BankTransfer, SkillBank } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

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
