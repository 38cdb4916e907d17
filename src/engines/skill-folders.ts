import type { Reach, SkillFormat, SkillReader } from '../domain/export/shape.ts'
import { CONVERSATIONS, ENGINES, findEngine, SHARED_SKILLS } from './engines.ts'

const READING = ENGINES.flatMap(({ name, home, skills }) =>
  home === undefined || skills === undefined ? [] : [{ name, root: home.root, skills }],
)

/** The roots of skill folders in the order of choice: the shared one, then those that are not deprecated. */
export const SKILL_ROOTS: readonly string[] = [
  SHARED_SKILLS,
  ...READING.filter(({ skills }) => skills.isDeprecated !== true).map(({ root }) => root),
  ...READING.filter(({ skills }) => skills.isDeprecated === true).map(({ root }) => root),
]

/** The roots that each of these engines reads, in the order of the registry; other engines are left out. */
export const skillReaders = (engines: readonly string[], scope: 'user' | 'project'): readonly SkillReader[] => [
  ...READING.filter(({ name }) => engines.includes(name)).map(({ name, skills: { reads, readsInProject } }) => ({
    engine: name,
    reads: scope === 'project' ? (readsInProject ?? reads) : reads,
  })),
  ...(engines.includes(SHARED_SKILLS)
    ? [{ engine: SHARED_SKILLS, reads: [SHARED_SKILLS], isAnyone: true } as const]
    : []),
]

/** What an engine understands of a SKILL.md; no more than the Agent Skills format for one that is not known. */
export const skillFormat = (engine: string): SkillFormat => ({ ...findEngine(engine)?.skills, engine })

/** How an engine's model comes by a skill; undefined where the engine reads none. */
export const reachOf = (engine: string): Reach | undefined =>
  engine === CONVERSATIONS ? TEXT_ALONE : findEngine(engine)?.skills?.reach

/** A chat client reads no files: its model is given the text itself. */
const TEXT_ALONE: Reach = { ownFile: false, ourFile: false }
