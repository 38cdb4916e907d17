import type { Call, Words } from '../command.ts'
import { during } from '../report.ts'

export const command: Words = {
  topic: 'data',
  takes: '<file>',
  words: 'Write everything into one file: turns, skills, versions, archive, and what was decided',
  flags: { force: { words: 'Write over a file that is there' } },
  text: [
    'Writes one file atomically; daemon and agents keep running. It is a SQLite database: a copy of yours, made through the online backup of SQLite, with the files of the folders as rows. Settings, the hooks of agents, what hooks have put aside, and links are not in it. An existing file is replaced only with --force, and a file of wayland-core itself never.',
  ],
  json: {
    file: 'the backup',
    files: 'number of files in it',
    bytes: 'its size',
    left_out: 'what is not in it, as paths',
  },
  example: 'wayland-core backup "wayland-core-$(date +%F).backup"',
}

/** Writes everything into one file. */
export async function run({ words: [to = ''], flags, json, report, open }: Call): Promise<void> {
  // Opening completes what an interrupted command left, so that the backup holds it.
  await using loop = await open()
  const { backup } = await import('../../app/backup.ts')
  const writing = backup(loop.upkeep.config, to, { force: flags.force === true })
  const { file, files, bytes, leftOut } = await during(report, 'Writing the backup', writing)
  for (const path of leftOut) report.note(`Left out, since it is no file or folder, or its name is not UTF-8: ${path}`)
  if (json) report.json({ file, files, bytes, left_out: leftOut })
  else report.line(`${file} holds the database and ${files} files, ${bytes} bytes`)
}
