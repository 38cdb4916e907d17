import { createHash } from 'node:crypto'
import { groupedBy } from '../tally.ts'
import type { ProofTask } from './task.ts'

/** Tasks to learn from, to choose a candidate by, and to judge it once. */
export interface TaskSplit<Task> {
  readonly train: readonly Task[]
  readonly choose: readonly Task[]
  readonly test: readonly Task[]
}

/**
 * Splits by family: no family is in two parts. Of the tasks about half are in `test`, the rest is halved. The order of
 * families follows from `seed` and their names, so that a task that is added later moves no other family far.
 */
export function splitTasks<Task extends Pick<ProofTask, 'family'>>(
  tasks: readonly Task[],
  seed: string,
): TaskSplit<Task> {
  const shuffled = [...groupedBy(tasks, ({ family }) => family)]
    .map(([name, own]) => ({ own, key: keyOf(seed, name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const parts: Record<keyof TaskSplit<Task>, Task[]> = { test: [], train: [], choose: [] }
  // Each family goes to the part that is the furthest below its share.
  for (const { own } of shuffled) {
    const [part] = PARTS.toSorted((a, b) => parts[a].length / SHARES[a] - parts[b].length / SHARES[b])
    if (part !== undefined) parts[part].push(...own)
  }
  return parts
}

const SHARES = { test: 0.5, train: 0.25, choose: 0.25 } as const
/** Where two parts lack as much, the first is filled. */
const PARTS = ['test', 'train', 'choose'] as const

const keyOf = (seed: string, family: string): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, family]))
    .digest('hex')

/** Move of the ledger line by which the sealed tasks of a lineage were opened; its reason begins with the lineage. */
export const TEST_OPENED = 'test_opened'
