import { basename } from 'node:path'
import { skillToWire } from '../../domain/wire.ts'
import type { Call, Words } from '../command.ts'
import { withoutSkills } from '../first-step.ts'
import { SKILL_FIELDS } from '../skill-fields.ts'
import { audit } from '../skills/audit.ts'
import { archive, promote, restore, revoke } from '../skills/moves.ts'
import { path } from '../skills/path.ts'
import { set } from '../skills/set.ts'
import { undo } from '../skills/undo.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'reviewing',
  words: 'List every skill with its status and evidence',
  text: ['The commands below it change the status of a skill, or show what waits for you.'],
  json: { skills: 'list of skills' },
  inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }],
  example: 'wayland-core skills',
  verbs: { promote, archive, set, undo, revoke, restore, audit, path },
}

/** Lists every skill with its status. */
export async function run({ json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const skills = await loop.review.skills()
  if (json) report.json({ skills: skills.map(skillToWire) })
  else if (skills.length === 0)
    report.line(`No skills yet in ${loop.upkeep.config.skillsRoot}.\n${await withoutSkills(loop)}`)
  else {
    const isCounted = 'file' in loop.upkeep.database
    const rows = skills.map((s) => [
      s.name,
      s.status,
      String(s.evidenceCount),
      score(s.score, s.scoreMeasured),
      isCounted ? `${s.counts.successes}/${s.counts.successes + s.counts.failures}` : '-',
      s.projects?.map((project) => basename(project)).join(', ') ?? 'every',
      s.id.slice(0, 8),
    ])
    report.table([['name', 'status', 'evidence', 'score', 'helped', 'project', 'id'], ...rows])
  }
}

const score = (value: number | undefined, measured: boolean | undefined): string =>
  value === undefined ? '-' : `${value} ${measured === true ? 'measured' : 'prior'}`
