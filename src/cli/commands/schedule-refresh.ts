import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { diffOf } from '../file-diff.ts'

/** Shows how a skill differs from its scheduled copy, and brings the copy up to date. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const [id, ...more] = words
  if (id === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'schedule refresh needs one schedule', {
      hint: 'List them with "wayland-core schedule list".',
    })
  const isDry = flags['dry-run'] === true
  await using loop = await open()
  const { skill, schedules, files } = await loop.schedules.refresh(id, isDry)
  const isSaved = !isDry && files.length > 0
  const patches = files.map((file) => ({ path: file.path, patch: file.isText ? diffOf(file) : null }))
  if (json) {
    report.json({ skill, schedules, files: patches, saved: isSaved })
    return EXIT.done
  }
  for (const { path, patch } of patches) report.line(patch ?? `${path} is no text, and differs`)
  if (files.length > 0) report.line()
  const named = `${skill} (${schedules.map((one) => one.slice(0, 8)).join(', ')})`
  if (files.length === 0) report.line(`The copy of ${named} is up to date.`)
  else report.line(isSaved ? `The copy of ${named} is up to date now.` : 'Not saved.')
  return EXIT.done
}
