// Which folders of skills an agent reads, and in which of them each agent finds a skill exactly once.

/** The roots whose `skills` folder one agent reads, in the place that is asked about. */
export interface SkillReader {
  readonly engine: string
  readonly reads: readonly string[]
}

/** One folder to write to, and the agents that will find a skill there. */
export interface ChosenRoot {
  readonly root: string
  readonly engines: readonly string[]
  /** The other folders that one of these agents reads. */
  readonly alsoRead: readonly string[]
}

/**
 * The fewest folders in which every agent sees a skill, and sees it once; among as few, those that come first in `roots`.
 * There is a choice where every agent reads a root of its own.
 */
export function chooseRoots(readers: readonly SkillReader[], roots: readonly string[]): readonly ChosenRoot[] {
  const isExact = (chosen: readonly string[]) =>
    readers.every(({ reads }) => reads.filter((root) => chosen.includes(root)).length === 1)
  const rank = (chosen: readonly string[]) => chosen.reduce((sum, root) => sum + 2 ** roots.indexOf(root), 0)
  const [best = []] = subsets(roots.filter((root) => readers.some(({ reads }) => reads.includes(root))))
    .filter(isExact)
    .sort((a, b) => a.length - b.length || rank(a) - rank(b))
  return best.map((root) => {
    const finding = readers.filter(({ reads }) => reads.includes(root))
    const all = new Set(finding.flatMap(({ reads }) => reads))
    return { root, engines: finding.map(({ engine }) => engine), alsoRead: [...all].filter((other) => other !== root) }
  })
}

/** Every subset of a short list: the bits of a number say which members are in it. */
const subsets = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** all.length }, (_, number) => all.filter((_one, bit) => (number >> bit) % 2 === 1))

/** What an agent lets its model read, and how its model uses a skill that the agent lists. */
export interface Reach {
  /** How the model calls a listed skill, by the name of its folder; absent where it reads the file. */
  readonly call?: (name: string) => string
  /** Whether the model may read the file of a skill that its agent lists. */
  readonly ownFile: boolean
  /** Whether the model may read a file in our own folder of skills; where it may not, the hint holds the text itself. */
  readonly ourFile: boolean
  /** The tool that `call` names is missing where no person can be asked: the text itself goes along with it. */
  readonly needsText?: true
}
