import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'reviewing',
  words: 'Write what waits for a review into one HTML file, for a pull request',
  flags: { html: { value: 'file', words: 'The file to write' } },
  text: [
    'The file holds the text, findings, evidence and differences of quarantined skills, changed ones, proposed versions and drafts, at most 100 of each. It loads nothing and runs nothing; secrets are taken out of what was recorded before it is stored.',
  ],
  json: { file: 'its path', skills: 'number of skills in it', left: 'number that wait and are not in it' },
  example: 'wayland-core review --html skills.html',
}

/** Writes what waits for a review into one HTML file. */
export async function run({ flags, json, report, open }: Call): Promise<void> {
  const file = flags.html
  if (typeof file !== 'string')
    throw new WaylandError('bad_usage', 'review needs a file to write: --html <file>', {
      hint: 'For example: wayland-core review --html skills.html. A page to decide on is "wayland-core ui".',
    })
  await using loop = await open()
  await takeInSpooled(loop)
  const { reviewFile } = await import('../../ui/review-file.tsx')
  const { html, skills, left } = await reviewFile(loop, new Date())
  try {
    writeFileSync(file, html, { mode: 0o600 })
  } catch (error) {
    throw new WaylandError('storage_unavailable', `${file} cannot be written (${(error as Error).message})`, {
      cause: error,
    })
  }
  if (json) report.json({ file: resolve(file), skills, left })
  else report.line(`${skills} skills are in ${file}${left > 0 ? `; ${left} more wait and are not in it` : ''}`)
}
