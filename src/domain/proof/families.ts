import { fingerprint } from '../digest.ts'
import { alikeSets } from '../near-duplicates.ts'
import { unicodeWords } from '../signature.ts'
import { STOPWORDS } from '../stopwords.ts'
import type { ProofTask } from './task.ts'

/**
 * The tasks with the families that their content makes: a copy of a task tells nothing new, whatever its id. By `run`, tasks
 * whose runs did the same are one family; by `request`, those that ask for nearly the same, have the same check and begin from
 * the same state. Tasks of one given family stay one, and families that share a task are joined.
 */
export function byContent(tasks: readonly ProofTask[], by: 'run' | 'request'): readonly ProofTask[] {
  const parent = new Map(tasks.map(({ family }) => [family, family]))
  const rootOf = (family: string): string => {
    let at = family
    for (let up = parent.get(at) ?? at; up !== at; up = parent.get(at) ?? at) at = up
    return at
  }
  const join = (one: ProofTask | undefined, other: ProofTask | undefined): void => {
    if (one !== undefined && other !== undefined) parent.set(rootOf(other.family), rootOf(one.family))
  }
  for (const alike of groupsOf(tasks, by === 'run' ? runKey : stateKey)) {
    if (by === 'run') for (const task of alike) join(alike[0], task)
    else for (const [i, k] of alikeSets(alike.map(wordsOf), NEARLY)) join(alike[i], alike[k])
  }
  return tasks.map((task) => ({ ...task, family: rootOf(task.family) }))
}

/** How many families these tasks are. */
export const familyCount = (tasks: readonly Pick<ProofTask, 'family'>[]): number =>
  new Set(tasks.map(({ family }) => family)).size

/** Of ten words that tell something, one may differ; the check is compared with them. */
const NEARLY = { least: 0.9, fewest: 1 }

/** A task without a run is like no other. */
const runKey = ({ id, run }: ProofTask): string => (run === undefined ? id : fingerprint(JSON.stringify(run)))

const stateKey = ({ repository, setup }: ProofTask): string => JSON.stringify([repository ?? null, setup ?? null])

const STOP = new Set(STOPWORDS)

function wordsOf({ prompt, check = '' }: ProofTask): ReadonlySet<string> {
  const asked = [...unicodeWords(prompt)].filter((word) => !STOP.has(word))
  return new Set([...(asked.length === 0 ? [prompt] : asked), `check ${check.replace(/\s+/g, ' ').trim()}`])
}

function groupsOf(tasks: readonly ProofTask[], keyOf: (task: ProofTask) => string): readonly (readonly ProofTask[])[] {
  const groups = new Map<string, ProofTask[]>()
  for (const task of tasks) groups.set(keyOf(task), [...(groups.get(keyOf(task)) ?? []), task])
  return [...groups.values()]
}
