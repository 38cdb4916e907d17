// Which folders of skills an engine reads, and in which of them a skill is seen by each engine exactly once.

/** Agents that read skills from folders. */
export const SKILL_READERS = ['claude-code', 'codex', 'gemini', 'qwen', 'opencode', 'pi'] as const
export type SkillReader = (typeof SKILL_READERS)[number]

/** A folder of skills by the name of whose it is; the paths differ between a person's home and a project. */
export type RootName = 'claude' | 'agents' | 'gemini' | 'qwen' | 'opencode' | 'pi' | 'codex'

/** In order of preference among equals; Codex's own is deprecated. */
const ROOTS: readonly RootName[] = ['agents', 'claude', 'gemini', 'qwen', 'opencode', 'pi', 'codex']

type Reads = Readonly<Record<SkillReader, readonly RootName[]>>

const USER: Reads = {
  'claude-code': ['claude'],
  codex: ['agents', 'codex'],
  gemini: ['gemini', 'agents'],
  qwen: ['qwen'],
  opencode: ['opencode', 'claude', 'agents'],
  pi: ['pi', 'agents'],
}
const PROJECT: Reads = { ...USER, qwen: ['qwen', 'agents'] }

/** One folder to write to, and the engines that will find a skill there. */
export interface ChosenRoot {
  readonly root: RootName
  readonly engines: readonly SkillReader[]
  /** The other folders that one of these engines reads. */
  readonly alsoRead: readonly RootName[]
}

/** The fewest folders in which every engine sees a skill, and sees it once; there is always a choice. */
export function chooseRoots(engines: readonly SkillReader[], scope: 'user' | 'project'): readonly ChosenRoot[] {
  const reads = scope === 'user' ? USER : PROJECT
  const asked = SKILL_READERS.filter((engine) => engines.includes(engine))
  const isExact = (roots: readonly RootName[]) =>
    asked.every((engine) => reads[engine].filter((root) => roots.includes(root)).length === 1)
  const [best = []] = subsets(ROOTS)
    .filter(isExact)
    .sort((a, b) => a.length - b.length || rank(a) - rank(b))
  return best.map((root) => {
    const engines = asked.filter((engine) => reads[engine].includes(root))
    const all = new Set(engines.flatMap((engine) => reads[engine]))
    return { root, engines, alsoRead: [...all].filter((other) => other !== root) }
  })
}

/** Every choice among a few, each bit of its number saying whether one is in it. */
const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, number) => all.filter((_one, bit) => (number >> bit) % 2 === 1))

const rank = (roots: readonly RootName[]): number => roots.reduce((sum, root) => sum + 2 ** ROOTS.indexOf(root), 0)
