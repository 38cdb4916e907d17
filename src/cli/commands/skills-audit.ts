import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { auditMarkdown } from '../../domain/audit-markdown.ts'
import { WaylandError } from '../../domain/errors.ts'
import { auditToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Prints the audit as Markdown and keeps it as JSON in `.wayland-core/skills-audit.json` of the current folder. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  const given = flags['skills-audit-stale-days']
  const staleDays = given === undefined ? undefined : Number(given)
  if (staleDays !== undefined && !(Number.isFinite(staleDays) && staleDays > 0))
    throw new WaylandError('bad_usage', `--skills-audit-stale-days must be a number of days above 0, not "${given}"`)
  await using loop = await open()
  const audit = await loop.audit(staleDays === undefined ? {} : { staleDays })
  const wire = auditToWire(audit)
  if (json) report.json(wire)
  else report.line(auditMarkdown(audit))
  await keep(`${JSON.stringify(wire, null, 2)}\n`)
  return EXIT.done
}

async function keep(text: string): Promise<void> {
  const folder = resolve('.wayland-core')
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}/skills-audit.json`, text)
  } catch (error) {
    const message = `the audit was printed, but cannot be kept in ${folder} (${(error as Error).message})`
    throw new WaylandError('storage_unavailable', message, {
      cause: error,
      hint: 'Run it in a folder that you may write to.',
    })
  }
}
