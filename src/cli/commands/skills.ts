import { basename } from 'node:path'
import { hasTags } from '../../domain/skill-tags.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { firstStep } from '../first-step.ts'
import { takeInSpooled } from '../spooled.ts'

/** Lists every skill, or those with some tags, with its status. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const all = await loop.skills()
  const tag = typeof flags.tag === 'string' ? flags.tag : undefined
  const skills = tag === undefined ? all : all.filter((skill) => hasTags(skill, tag.split(',')))
  if (json) report.json({ skills: skills.map(skillToWire) })
  else if (skills.length === 0 && tag !== undefined)
    report.line(`No skill of ${all.length} has the tag ${JSON.stringify(tag)}.`)
  else if (skills.length === 0) report.line(`No skills yet in ${loop.config.skillsRoot}.\n${await firstStep(loop)}`)
  else {
    const rows = skills.map((s) => [
      s.name,
      s.status,
      String(s.evidenceCount),
      score(s.score, s.scoreMeasured),
      `${s.counts.successes}/${s.counts.successes + s.counts.failures}`,
      s.projects?.map((project) => basename(project)).join(', ') ?? 'every',
      s.id.slice(0, 8),
    ])
    report.table([['name', 'status', 'evidence', 'score', 'helped', 'project', 'id'], ...rows])
  }
  return EXIT.done
}

const score = (value: number | undefined, measured: boolean | undefined): string =>
  value === undefined ? '-' : `${value} ${measured === true ? 'measured' : 'prior'}`
