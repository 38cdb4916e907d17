import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { auditMarkdown } from '../../domain/audit-markdown.ts'
import { WaylandError } from '../../domain/errors.ts'
import { auditToWire } from '../../domain/wire.ts'
import type { Call, Verb } from '../command.ts'
import { withoutSkills } from '../first-step.ts'
import { takeInSpooled } from '../spooled.ts'

export const audit: Verb = {
  words: 'Every skill and what needs a look: Markdown on stdout, JSON in .wayland-core/skills-audit.json',
  flags: { 'skills-audit-stale-days': { value: 'days', words: 'Call a skill stale after so many days without use' } },
  text: [
    'Kinds of findings: needs_review; watching (a draft whose runs share no step, or too little, waits for more); split (the turns of one skill do two tasks, and a second skill waits beside it); changed_since_review; proposed (a version waits); harmful (tasks succeed less often with the skill than without, 95 % sure); stale (neither used nor made for so many days); duplicate (two skills say nearly the same, or their runs did); broken_ref (a skill refers to a file that it does not have); safety.',
  ],
  shape: 'The same is written to .wayland-core/skills-audit.json in the current folder.',
  json: {
    schema: 'number of this shape',
    generated_at: 'ISO 8601',
    stale_days: 'days without use after which a skill is stale',
    skills: 'every skill, with its lift and its capabilities',
    findings: '[{kind, skills, detail, command}]; command is what settles the finding',
  },
  example: 'wayland-core skills audit --skills-audit-stale-days 90',
  run: tellAudit,
}

/** Prints the audit as Markdown and keeps it as JSON in `.wayland-core/skills-audit.json` of the current folder. */
async function tellAudit({ flags, json, report, open }: Call): Promise<void> {
  const given = flags['skills-audit-stale-days']
  const staleDays = given === undefined ? undefined : Number(given)
  if (staleDays !== undefined && !(Number.isFinite(staleDays) && staleDays > 0))
    throw new WaylandError('bad_usage', `--skills-audit-stale-days must be a number of days above 0, not "${given}"`)
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const audit = await loop.review.audit(staleDays === undefined ? {} : { staleDays })
  const wire = auditToWire(audit)
  if (json) report.json(wire)
  else {
    report.line(auditMarkdown(audit, 'file' in loop.upkeep.database))
    if (audit.skills.length === 0) report.line(`\n${await withoutSkills(loop)}`)
  }
  await keep(`${JSON.stringify(wire, null, 2)}\n`)
}

async function keep(text: string): Promise<void> {
  const folder = resolve('.wayland-core')
  const part = `${folder}/.skills-audit.${randomUUID()}.tmp`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A checkout may contain links: nothing is written through them.
    if (!(await lstat(folder)).isDirectory()) throw new Error('it is a link')
    await writeFile(part, text, { flag: 'wx', mode: 0o600 })
    await rename(part, `${folder}/skills-audit.json`)
  } catch (error) {
    const message = `the audit was printed, but cannot be kept in ${folder} (${(error as Error).message})`
    throw new WaylandError('storage_unavailable', message, {
      cause: error,
      hint: 'Run it in a folder that you may write to.',
    })
  } finally {
    await rm(part, { force: true }).catch(() => {})
  }
}
