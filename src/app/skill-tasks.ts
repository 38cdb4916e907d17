import type { Config } from '../config/config.ts'
import type { CommitBefore } from '../service/held-out-tasks.ts'
import type { ChatSkills } from './skill-loop.ts'

/** Finds the skill of the person that a request fits. */
export const nearestSkill =
  (search: ChatSkills['search']) =>
  async (text: string): Promise<string | undefined> =>
    (await search(text, { top: 1, scope: 'user' }))[0]?.name

/** Finds commits by time, with git. */
export const commits =
  ({ childEnv }: Pick<Config, 'childEnv'>): CommitBefore =>
  async (project, at) =>
    await (await import('../scorers/commit-before.ts')).commitBefore(project, at, childEnv())
