import { finishRestore } from '../../app/storage.ts'
import { readConfig } from '../../config/config.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'
import { named, unheard } from '../daemon-peer.ts'
import { sentence } from '../report.ts'

export const command: Words = {
  topic: 'data',
  takes: '<file>',
  words: 'Bring everything back from a backup; one archived skill comes back with "skills restore"',
  flags: { force: { words: 'Replace what is there, which is kept beside it under another name' } },
  text: [
    'The backup is checked first: one that is truncated, changed, from a newer version, or that holds a path out of its folders is refused. Then all of it takes the place of what is there, or nothing, also when the command is killed: the next one finishes it. It is refused while a daemon runs, and over data that is there unless --force, which keeps that beside it under another name. Everything is then as it was when the backup was made: what you revoked since is not revoked. One archived skill comes back with "skills restore".',
  ],
  json: { file: 'the backup', files: 'number of files that came back', kept: 'where what was there before is kept' },
  example: 'wayland-core restore "wayland-core-$(date +%F).backup" --force',
}

/** Restores a backup, and brings the copies of skills for agents in line with it. */
export async function run({ words: [from = ''], flags, json, report, settings, open }: Call): Promise<void> {
  const config = readConfig({ given: settings })
  const holder = config.dataDir === null ? undefined : await unheard(config.dataDir)
  if (holder !== undefined && config.dataDir !== null)
    throw new WaylandError(
      'unavailable',
      `a daemon runs here, as ${named(holder, config.dataDir)}; nothing was changed`,
      {
        hint: 'Stop it first: wayland-core daemon stop',
      },
    )
  await finishRestore(
    config,
    ({ kind, ...said }) => kind === 'repaired' && 'what' in said && report.note(sentence(said.what)),
  )
  const { restore } = await import('../../app/backup.ts')
  const { files, kept } = await restore(config, from, { force: flags.force === true })
  await using loop = await open()
  await loop.upkeep.sync()
  if (json) report.json({ file: from, files, kept })
  else {
    report.line(`${from} is restored: the database and ${files} files; skills: ${(await loop.review.skills()).length}`)
    for (const path of kept) report.line(`What was there before is in ${path}`)
  }
}
