import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Reports where rows, folders, ledger, copies and index disagree. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  if ('none' in loop.database)
    throw new WaylandError('storage_unavailable', `there is no database to check: ${loop.database.none}`)
  const found = await loop.check({ fix: flags.fix === true })
  const isLeft = found.some(({ repaired }) => !repaired)
  if (json) report.json({ agrees: !isLeft, disagreements: found })
  else {
    for (const { what, found: is, fix, repaired } of found)
      report.line(`${what}: ${is}. ${repaired ? 'Repaired.' : `Do: ${fix}`}`)
    report.line(isLeft ? 'Not all agree.' : 'Rows, folders, ledger, copies and index agree.')
  }
  return isLeft ? EXIT.refused : EXIT.done
}
