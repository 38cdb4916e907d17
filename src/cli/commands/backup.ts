import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Writes everything into one file. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [to] = words
  if (to === undefined || words.length > 1) throw new WaylandError('bad_usage', 'backup takes the name of one file')
  // Opening completes what an interrupted command left, so that the backup holds it.
  await using loop = await open()
  const { backup } = await import('../../app/backup.ts')
  const { file, files, bytes, leftOut } = await backup(loop.config, to, { force: flags.force === true })
  for (const path of leftOut) report.note(`Left out, since it is no file or folder, or its name is not UTF-8: ${path}`)
  if (json) report.json({ file, files, bytes, left_out: leftOut })
  else report.line(`${file} holds the database and ${files} files, ${bytes} bytes`)
  return EXIT.done
}
