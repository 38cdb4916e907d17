import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { diffOf } from '../file-diff.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Bring the copy of a skill up to date, for all its schedules',
  flags: { 'dry-run': { words: 'Show the difference and change nothing' } },
  text: [
    'What runs is a copy of the skill as it was when it was scheduled: an edit that you made or accepted since does not run until this brings it over. The skill is checked as "schedule add" checks it. One that is gone, archived, revoked, quarantined or altered since you reviewed it is refused, and the copy stays as it was. A run that goes on is not touched.',
  ],
  json: {
    skill: 'name',
    schedules: 'ids of the schedules that run the copy',
    files: '[{path, patch}] of the files that differ; patch is null for one that is no text',
    saved: 'whether the copy was changed: false with --dry-run, and where nothing differs',
  },
  example: 'wayland-core schedule refresh nightly-report --dry-run',
}

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
