import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { ledgerRows, ledgerToWire } from '../ledger-rows.ts'
import { during } from '../report.ts'
import { ENTRY_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'data',
  words: 'Compare rows, folders, ledger, copies for agents and index; one line for each disagreement',
  flags: { fix: { words: 'Repair what can be repaired without losing anything' } },
  text: [
    'Changes made by hand in the skills folder are taken in first, listed, and no disagreement; every start and every write takes them in too. An edit becomes a version by the person; nothing is overwritten. With more than 64 skills, a short command (route, observe, show, status, a hook) examines the skills that it is about and 64 others, unless a folder was added or removed. Until an edit is found, requests are compared with the earlier text; edited files are not offered before they were scanned.',
    ' --fix repairs what lies beside the skills, copies that are gone, and the index, and gives the database back what it lost: from the file beside the skills rows, revocations and lines of the ledger, from a folder the files of its version. Exit code 1 where something is left to do. "doctor" runs a quick part of it: the tables of the database that skills depend on, and the folders that changed since they were last read.',
  ],
  json: {
    agrees: 'whether nothing is left to do',
    taken_in: 'the ledger entries of what was done by hand in the skills folder: edits, new skills, removals',
    disagreements: '[{what, found, fix, repaired}]; what is skill, folder, ledger, copy, index or schedule',
  },
  inner: [ENTRY_FIELDS],
  example: 'wayland-core check',
}

/** Reports where rows, folders, ledger, copies and index disagree. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true, needs: 'a check needs' })
  // Switched off, which `needs` lets pass.
  if ('none' in loop.upkeep.database)
    throw new WaylandError('storage_unavailable', `there is no database to check: ${loop.upkeep.database.none}`)
  const taken = await loop.review.reconcile()
  const found = await during(
    report,
    'Comparing rows, folders, ledger and copies',
    loop.upkeep.check({ fix: flags.fix === true }),
  )
  const isLeft = found.some(({ repaired }) => !repaired)
  if (json) report.json({ agrees: !isLeft, taken_in: taken.map(ledgerToWire), disagreements: found })
  else {
    if (taken.length > 0) report.table(ledgerRows(taken))
    for (const { what, found: is, fix, repaired } of found)
      report.line(`${what}: ${is}. ${repaired ? 'Repaired.' : `Do: ${fix}`}`)
    report.line(isLeft ? 'Not all agree.' : 'Rows, folders, ledger, copies and index agree.')
  }
  return isLeft ? EXIT.refused : EXIT.done
}
