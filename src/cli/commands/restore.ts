import { finishRestore } from '../../app/storage.ts'
import { readConfig } from '../../config/config.ts'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { named, unheard } from '../daemon-peer.ts'

/** Restores a backup, and brings the copies of skills for agents in line with it. */
export async function run({ words, flags, json, report, settings, open }: Call): Promise<ExitCode> {
  const [from] = words
  if (from === undefined || words.length > 1) throw new WaylandError('bad_usage', 'restore takes the name of one file')
  const config = readConfig({ given: settings })
  const holder = config.dataDir === null ? undefined : await unheard(config.dataDir)
  if (holder !== undefined && config.dataDir !== null)
    throw new WaylandError(
      'daemon_running',
      `a daemon runs here, as ${named(holder, config.dataDir)}; nothing was changed`,
      {
        hint: 'Stop it first: wayland-core daemon stop',
      },
    )
  await finishRestore(
    config,
    ({ kind, ...said }) => kind === 'repaired' && 'what' in said && report.note(`Repaired: ${said.what}.`),
  )
  const { restore } = await import('../../app/backup.ts')
  const { files, kept } = await restore(config, from, { force: flags.force === true })
  await using loop = await open()
  await loop.sync()
  if (json) report.json({ file: from, files, kept })
  else {
    report.line(`${from} is restored: the database and ${files} files; skills: ${(await loop.skills()).length}`)
    for (const path of kept) report.line(`What was there before is in ${path}`)
  }
  return EXIT.done
}
