import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Home, type PersonalFiles, REVIEW_SKILL } from '../home.ts'
import { type InLoop, NONE, type Scenario, scenario } from '../scenario.ts'
import { active } from './review.ts'

const revoked: InLoop = async (loop) => {
  await active(loop)
  await loop.review.move(REVIEW_SKILL, 'revoke')
}

const restore =
  (use: 'version' | 'files'): InLoop =>
  (loop) =>
    loop.review.move(REVIEW_SKILL, 'restore', { use })

/** SKILL.md of the skill where it was put away. */
function archived({ archive }: Home): string {
  const kept = readdirSync(archive).find((name) => name.startsWith(`${REVIEW_SKILL}~`))
  return join(archive, kept ?? '', 'SKILL.md')
}

function edited(home: Home): PersonalFiles {
  const file = archived(home)
  appendFileSync(file, '\nAs I like it.\n')
  return new Map([[file, readFileSync(file)]])
}

/** What a person does to files that were put away, and what comes back of them. */
export const WITHDRAWN: readonly Scenario[] = [
  scenario('restore the files of an edit in the archive', revoked, restore('files'), edited),
  scenario('restore the version beside an edit in the archive', revoked, restore('version'), edited),
  scenario('restore what lost its SKILL.md in the archive', revoked, restore('version'), (home) => {
    rmSync(archived(home))
    return NONE
  }),
  scenario(
    'restore what lost its SKILL.md before it was revoked',
    async (loop, home) => {
      await active(loop)
      rmSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'))
      await loop.review.move(REVIEW_SKILL, 'revoke')
    },
    restore('version'),
  ),
  scenario('check and repair', revoked, (loop) => loop.upkeep.check({ fix: true }), edited),
]
