import { seededRandom } from '../../domain/bandit.ts'
import { fingerprint } from '../../domain/digest.ts'
import { asWaylandError } from '../../domain/errors.ts'
import { asWritten, type Candidate, edited, merged } from '../../domain/learning/anchored-edits.ts'
import type { AnchoredEdit } from '../../domain/learning/prompts/merge.ts'
import { REFLECT, type Reflection } from '../../domain/learning/prompts/reflect.ts'
import { type Failure, reflectText } from '../../domain/learning/reflect-text.ts'
import type { SearchStep } from '../../domain/proof/bench-report.ts'
import { mean } from '../../domain/proof/paired.ts'
import { drawFrom, paretoFront } from '../../domain/proof/pareto.ts'
import type { TaskSplit } from '../../domain/proof/split.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import type { Asker } from '../learning/model-questions.ts'
import type { Scorer } from './scorer.ts'
import type { Tryouts } from './trial-runner.ts'

/** Candidates and how well they do on the choosing tasks; the first is the skill as it is. */
export interface Evolved {
  readonly best: Candidate
  readonly isBetter: boolean
  /** Mean score on the choosing tasks of the skill as it is, and of the best. */
  readonly base: number
  readonly chosen: number
  readonly steps: readonly SearchStep[]
  /** `waiting`: a question has no answer yet; `limit`: tries or time ran out. */
  readonly ended: 'done' | 'waiting' | 'limit'
}

export interface EvolutionAsked {
  readonly skill: string
  readonly body: string
  readonly split: Pick<TaskSplit<ProofTask>, 'train' | 'choose'>
  /** Questions at most, those with a kept answer included. */
  readonly calls: number
  /** Tokens of new questions after which none is asked. */
  readonly tokens: number
  readonly lineage: string
  readonly onStep?: (step: SearchStep, n: number) => void
}

/** Tasks that one question shows. */
const SHOWN = 3
/** Answers without a new text after which nothing more is asked. */
const MOST_IDLE = 3

/**
 * Improves a text by reflection (GEPA: Agrawal et al. 2025): a parent is drawn from the Pareto front, a model sees tasks on which
 * it failed and proposes edits, and the edited text is kept if it does better on these tasks; two of the front are merged where
 * their edits fit together. Everything follows from its arguments, the kept tries and the kept answers: a run that was ended
 * goes on where it was.
 */
export async function evolve(
  asked: EvolutionAsked,
  { asker, tryouts }: { asker: Asker; tryouts: Tryouts },
): Promise<Evolved> {
  const { skill, body, split, calls } = asked
  const random = seededRandom(Number.parseInt(asked.lineage.slice(0, 7), 16) || 1)
  const pool: Scored[] = []
  const seen = new Set<string>([body])
  const steps: SearchStep[] = []
  const failed: { readonly text: string; readonly why: string }[] = []
  const end = (ended: Evolved['ended']): Evolved => ({ ...bestOf(pool, body), steps, ended })
  const note = (step: SearchStep, edits: readonly AnchoredEdit[] = []): void => {
    steps.push(step)
    asked.onStep?.(step, steps.length)
    if (step.outcome === 'refused')
      for (const edit of edits)
        failed.push({ text: `${edit.action}: ${edit.text || edit.anchor}`, why: step.why ?? '' })
  }

  const first = await tryouts.scores(body, split.choose)
  if (first === undefined) return end('limit')
  pool.push({ candidate: { body, edits: [] }, scores: first })
  for (let n = 0, idle = 0; n < calls && idle < MOST_IDLE; n++) {
    const parent = pool[drawFrom(paretoFront(pool.map(({ scores }) => scores)), random)]?.candidate
    if (parent === undefined) break
    const failures = await failuresOf(parent, { tryouts, train: split.train, random })
    if (failures === undefined) return end('limit')
    if (failures.length === 0) break
    if (asker.tokens.input + asker.tokens.output >= asked.tokens) return end('limit')
    const input = reflectText({ skill, body: parent.body, failures, refused: failed })
    const answer = await reflection(asker, { input, subject: skill })
    if (answer === 'waiting') return end('waiting')
    const mutated = await mutate(parent, answer, failures)
    if (mutated === 'limit') return end('limit')
    idle = mutated ? 0 : idle + 1
    if (mutated && (await mergeLatest()) === 'limit') return end('limit')
  }
  return end('done')

  async function mutate(
    parent: Candidate,
    { diagnosis, edits: given }: Reflection,
    failures: readonly Failure[],
  ): Promise<boolean | 'limit'> {
    const edits = asWritten(
      given.map((edit) => ({ ...edit, claims: [] })),
      parent.body,
    )
    const refuse = (why: string, before: number | null = null, after: number | null = null): false => {
      note({ kind: 'mutation', diagnosis, outcome: 'refused', before, after, why }, edits)
      return false
    }
    if (edits.length === 0) return refuse('the model proposes no edit')
    const made = edited(body, parent, edits)
    if ('fault' in made) return refuse(made.fault)
    if (seen.has(made.body)) return refuse('this text was tried before')
    seen.add(made.body)
    const tasks = failures.map(({ task }) => task)
    const after = await tryouts.scores(made.body, tasks)
    if (after === undefined) return 'limit'
    const before = mean(failures.map(({ score }) => score))
    if (mean(after) <= before) return refuse('no gain on the tasks that it was made from', before, mean(after))
    return await keep(made, { kind: 'mutation', diagnosis, outcome: 'kept', before, after: mean(after) })
  }

  async function keep(candidate: Candidate, step: SearchStep): Promise<true | 'limit'> {
    const scores = await tryouts.scores(candidate.body, split.choose)
    if (scores === undefined) return 'limit'
    pool.push({ candidate, scores })
    note(step)
    return true
  }

  async function mergeLatest(): Promise<'limit' | undefined> {
    const latest = pool.at(-1)
    const front = paretoFront(pool.map(({ scores }) => scores))
    for (const { candidate: at } of front) {
      const other = pool[at]
      if (latest === undefined || other === undefined || other === latest || at === 0) continue
      const made = merged(body, other.candidate, latest.candidate)
      if ('fault' in made || seen.has(made.body)) continue
      seen.add(made.body)
      const before = Math.max(mean(other.scores), mean(latest.scores))
      const scores = await tryouts.scores(made.body, split.choose)
      if (scores === undefined) return 'limit'
      const after = mean(scores)
      const step = { kind: 'merge', diagnosis: '', before, after } as const
      if (after > before) {
        pool.push({ candidate: made, scores })
        note({ ...step, outcome: 'kept' })
      } else note({ ...step, outcome: 'refused', why: 'no better than the better of the two' })
    }
    return undefined
  }
}

interface Scored {
  readonly candidate: Candidate
  readonly scores: readonly number[]
}

/** The best of the candidates, and how it does beside the first, the text as it is. */
function bestOf(pool: readonly Scored[], body: string): Omit<Evolved, 'steps' | 'ended'> {
  const means = pool.map(({ scores }) => mean(scores))
  const top = Math.max(0, means.indexOf(Math.max(...means)))
  const best = pool[top]?.candidate ?? { body, edits: [] }
  return { best, isBetter: top > 0, base: means[0] ?? 0, chosen: means[top] ?? 0 }
}

/** What the model says; an answer that is not valid, also when asked again, is one without edits. */
async function reflection(
  asker: Asker,
  asked: { readonly input: string; readonly subject: string },
): Promise<Reflection | 'waiting'> {
  try {
    const reply = await asker.complete(REFLECT, asked)
    return reply.status === 'waiting' ? 'waiting' : reply.value
  } catch (error) {
    const { code, message } = asWaylandError(error)
    if (code !== 'model_refused') throw error
    return { diagnosis: message, edits: [] }
  }
}

/** Some tasks of the train part that the text did not do well on, the worst more likely. */
async function failuresOf(
  { body }: Candidate,
  { tryouts, train, random }: { tryouts: Tryouts; train: readonly ProofTask[]; random: () => number },
): Promise<readonly Failure[] | undefined> {
  const samples = await tryouts.samples(body, train)
  if (samples === undefined) return undefined
  const weak = train.flatMap((task) => {
    const own = samples.get(task.id) ?? []
    const score = mean(own.map((sample) => sample.score))
    return score >= 1 ? [] : [{ task, score, note: own.at(-1)?.note ?? '' }]
  })
  return weak
    .map((one) => ({ one, key: one.score + random() * 0.5 }))
    .sort((a, b) => a.key - b.key)
    .slice(0, SHOWN)
    .map(({ one }) => one)
}

/** The id of a set of tasks for a skill. */
export const evolutionLineage = (
  skill: string,
  { name, setting = '' }: Pick<Scorer, 'name' | 'setting'>,
  tasks: readonly ProofTask[],
): string =>
  fingerprint(JSON.stringify(['optimise', skill, name, setting, ...tasks.map((task) => JSON.stringify(task)).sort()]))
