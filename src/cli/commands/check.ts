import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'data',
  takes: '',
  words: 'Compare rows, folders, ledger, copies for agents and index; one line for each disagreement',
  flags: { fix: { words: 'Repair what can be repaired without losing anything' } },
  text: [
    'Changes made by hand in the skills folder are taken in first, as by every command, and are no disagreement. --fix repairs what lies beside the skills, copies that are gone, and the index, and gives the database back what it lost: from the file beside the skills rows, revocations and lines of the ledger, from a folder the files of its version. Exit code 1 where something is left to do. "doctor" runs a quick part of it: the tables of the database that skills depend on, and the folders that changed since they were last read.',
  ],
  json: {
    agrees: 'whether nothing is left to do',
    disagreements: '[{what, found, fix, repaired}]; what is skill, folder, ledger, copy, index or schedule',
  },
  example: 'wayland-core check',
}

/** Reports where rows, folders, ledger, copies and index disagree. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  if ('none' in loop.upkeep.database)
    throw new WaylandError('storage_unavailable', `there is no database to check: ${loop.upkeep.database.none}`)
  const found = await loop.upkeep.check({ fix: flags.fix === true })
  const isLeft = found.some(({ repaired }) => !repaired)
  if (json) report.json({ agrees: !isLeft, disagreements: found })
  else {
    for (const { what, found: is, fix, repaired } of found)
      report.line(`${what}: ${is}. ${repaired ? 'Repaired.' : `Do: ${fix}`}`)
    report.line(isLeft ? 'Not all agree.' : 'Rows, folders, ledger, copies and index agree.')
  }
  return isLeft ? EXIT.refused : EXIT.done
}
