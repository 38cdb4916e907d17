import { seededRandom } from '../../src/domain/bandit.ts'
import { drawNormal, type Random } from '../../src/domain/beta.ts'
import { byContent } from '../../src/domain/proof/history-tasks.ts'
import type { Sample, TaskSamples } from '../../src/domain/proof/sample.ts'
import { smallestEffect } from '../../src/domain/proof/smallest-effect.ts'
import { splitTasks } from '../../src/domain/proof/split.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { judge, type Worth } from '../../src/domain/proof/worth.ts'
import { openReplayScorer } from '../../src/service/proof/scorer.ts'
import { attempt, partsDone } from './agent.ts'
import { bodyOf, mainStep, type PlantedCase, textAfter } from './case.ts'
import { CHOOSE, type Family, filled } from './families.ts'

/** How tries are scored when a planted change is put before the gate of worth. */
export interface WorthScorer {
  readonly name: string
  /** Samples of a task with a text; the same random numbers give the same. */
  /** What a change is judged against where there was no skill: a replay of no text says nothing. */
  readonly isReplay?: boolean
  readonly base?: (planted: PlantedCase) => string
  readonly tries: (text: string, task: ProofTask, family: Family, random: Random) => Promise<readonly Sample[]>
}

/** Tasks of a person: half of them are sealed. */
export const TASKS = 30
export const REPEATS = 2
/** What so many sealed tasks promise to find. */
export const PROMISED = smallestEffect(TASKS / 2, REPEATS).gain ?? 1
/** The chance to do without the planted fact, so that knowing it gains just as much. */
const GUESSED = { prepare: 1 - PROMISED, main: 0.9 }

const sample = (score: number): Sample => ({
  ...{ score, timedOut: false, activated: true, toolCalls: null, tokens: 'unknown', ms: 0 },
})
const repeated = (score: () => number): readonly Sample[] => Array.from({ length: REPEATS }, () => sample(score()))

export const WORTH_SCORERS: readonly WorthScorer[] = [
  {
    name: `agent: a check passes or fails; knowing the fact gains ${Math.round(PROMISED * 100)} points, what ${TASKS / 2} sealed tasks promise to find`,
    tries: async (text, task, family, random) =>
      repeated(() => Number(attempt(family, text, nameOf(task), random, GUESSED))),
  },
  {
    name: 'command: the share of the parts that are done, with noise of a tenth',
    tries: async (text, task, family, random) =>
      repeated(() =>
        Math.min(1, Math.max(0, partsDone(family, text, nameOf(task), random, GUESSED) + drawNormal(random) / 10)),
      ),
  },
  {
    name: 'replay: how well the text foretells the run',
    isReplay: true,
    base: ({ family, request }) => bodyOf([mainStep(family, request)]),
    tries: async (text, task) => [await openReplayScorer([task]).try(text, task, 0, new AbortController().signal)],
  },
]

/** What the gate says of a planted change, on the sealed half of the tasks; the change is never tried on what it was made on. */
export async function worthOf(
  planted: PlantedCase,
  { tries, isReplay = false, base = () => '' }: WorthScorer,
  seed: number,
): Promise<Worth> {
  const { family, before = base(planted) } = planted
  const random = seededRandom(seed)
  const tasks = tasksOf(family, random, planted.copied)
  const { test } = splitTasks(byContent(tasks, isReplay ? 'run' : 'request'), `${seed}`)
  const sampled = async (text: string): Promise<readonly TaskSamples[]> => {
    const found: TaskSamples[] = []
    for (const task of test)
      found.push({ task: task.id, family: task.family, samples: await tries(text, task, family, random) })
    return found
  }
  return judge(await sampled(before), await sampled(textAfter(planted))).worth
}

const nameOf = ({ id }: ProofTask): string => id.split('#')[0] ?? id

/** Tasks of other values than those that changes are made on, or one task under many ids, with what a successful run did. */
export function tasksOf(family: Family, random: Random, copied?: string): readonly ProofTask[] {
  return Array.from({ length: TASKS }, (_, i) => {
    if (copied !== undefined) return taskOf(copied, `${copied}#${i}`)
    const name = `part${i}`
    if ((CHOOSE as readonly string[]).includes(name)) throw new Error(`${name} is a value that changes are made on`)
    return taskOf(name, name)
  })

  function taskOf(name: string, id: string): ProofTask {
    const commands = [
      family.prepare,
      family.main,
      ...(random() < 0.7 ? [family.check] : []),
      ...(random() < 0.3 ? ['git status'] : []),
    ]
    return {
      ...{ id, family: id, prompt: filled(family.request, name) },
      run: commands.map((command) => ({ tool: 'Bash', input: { command: filled(command, name) } })),
    }
  }
}
