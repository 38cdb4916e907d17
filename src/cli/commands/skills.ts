import { basename } from 'node:path'
import { hasTags } from '../../domain/skill-md-format.ts'
import { skillToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { firstStep } from '../first-step.ts'
import { SKILL_FIELDS } from '../skill-fields.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '',
  words: 'List every skill with its status and evidence',
  flags: { tag: { value: 'tags', words: 'Only skills with this tag; several, with commas: with all of them' } },
  text: [
    'The commands below it change the status of a skill, or show what waits for you.',
    'Tags are read from `tags` or `metadata.tags` of SKILL.md: a list, or a text with commas. A search reads them with the description. A skill that was taken in by a version without tags has none until its folder changes.',
  ],
  json: { skills: 'list of skills' },
  inner: [{ title: 'Fields of a skill', fields: SKILL_FIELDS }],
  example: 'wayland-core skills --tag pdf',
}

/** Lists every skill, or those with some tags, with its status. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const all = await loop.review.skills()
  const tag = typeof flags.tag === 'string' ? flags.tag : undefined
  const skills = tag === undefined ? all : all.filter((skill) => hasTags(skill, tag.split(',')))
  if (json) report.json({ skills: skills.map(skillToWire) })
  else if (skills.length === 0 && tag !== undefined)
    report.line(`No skill of ${all.length} has the tag ${JSON.stringify(tag)}.`)
  else if (skills.length === 0)
    report.line(`No skills yet in ${loop.upkeep.config.skillsRoot}.\n${await firstStep(loop)}`)
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
