import { WaylandError } from '../../domain/errors.ts'
import { saysYes } from '../asking.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { counted } from '../report.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '[<id>…]',
  words: 'Delete archived and revoked skills for good: the only command that deletes',
  flags: { yes: { words: 'Do not ask' } },
  text: [
    'Lists what would be deleted, and asks. The skills named, or all archived and revoked ones, leave the database, its free space, and the ledger that is kept beside the skills. Ledger entries and revocations stay; a purged skill is not drafted again. Its turns stay as long as all turns do.',
  ],
  json: { purged: '[{id, name}]' },
  example: 'wayland-core purge --yes',
}

/** Lists what would be deleted, asks, and deletes it. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ needs: 'a move needs' })
  const chosen = await loop.review.purgeable(words.length === 0 ? undefined : words)
  if (chosen.length > 0 && flags.yes !== true) {
    const rows = chosen.map(({ name, status, versions, path }) => [name, status, counted(versions, 'version'), path])
    report.note(`To be deleted for good, with every version:\n${rows.map((row) => `  ${row.join('  ')}`).join('\n')}`)
    const isSure = await saysYes('Delete them? [y/N] ')
    if (isSure === undefined)
      throw new WaylandError('bad_usage', 'purge asks before it deletes, and this is no terminal', {
        hint: 'Look at the list above, then add --yes.',
      })
    if (!isSure) {
      report.note('Nothing was deleted.')
      return EXIT.refused
    }
  }
  await loop.review.purge(chosen.map(({ id }) => id))
  if (json) report.json({ purged: chosen.map(({ id, name }) => ({ id, name })) })
  else
    report.line(
      chosen.length === 0 ? 'There is nothing to purge.' : `Deleted ${chosen.map(({ name }) => name).join(', ')}.`,
    )
  return EXIT.done
}
