import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { formatSkillMd } from '../domain/skill-md-format.ts'
import { git } from './git.ts'

/** A skill that is put into a project for one try. */
export interface ProjectSkill {
  /** Front matter of the skill whose body is tried. */
  readonly skill: { readonly name: string; readonly description: string }
  /** Folders of skills in a project, such as `.claude/skills`, that agents read: it is put into the first. */
  readonly projectSkills: readonly [string, ...(readonly string[])]
}

/** The skill as it lies in the repository is none of the arms. */
export async function withoutSkill(work: string, { projectSkills, skill }: ProjectSkill): Promise<void> {
  for (const folder of projectSkills) {
    await insistInside(work, folder)
    await rm(join(work, folder, skill.name), { recursive: true, force: true })
  }
}

/** A link in the repository could lead to the person's own skills. */
async function insistInside(work: string, folder: string): Promise<void> {
  const real = await realpath(join(work, folder)).catch(() => undefined)
  if (real === undefined || real.startsWith(`${await realpath(work)}${sep}`)) return
  throw new WaylandError('scorer_failed', `${folder} of the repository is a link to ${real}, outside the copy`, {
    hint: 'Give tasks a commit without that link.',
  })
}

/** Writes SKILL.md where the agent finds it and git does not show it. */
export async function putSkill(
  work: string,
  { projectSkills: [skills], skill }: ProjectSkill,
  body: string,
  where: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  const folder = join(work, skills, skill.name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'SKILL.md'), formatSkillMd({ ...skill, metadata: {}, body }))
  const exclude = await git(['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude'], where)
  await mkdir(join(exclude, '..'), { recursive: true })
  await writeFile(exclude, `**/${skills}/${skill.name}/\n`, { flag: 'a' })
}
