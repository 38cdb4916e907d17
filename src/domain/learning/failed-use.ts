import { runOf } from '../proof/history-tasks.ts'
import { stepsInText } from '../proof/steps-in-text.ts'
import { type NamedStep, stepsOfRun } from '../proof/steps-of-run.ts'
import { groupedBy } from '../tally.ts'
import type { SessionTurn } from './evidence.ts'
import type { Refusal } from './gate.ts'
import type { AnchoredEdit } from './prompts/merge.ts'
import type { Claim } from './proposal.ts'

/** The names of the skills that were in use, in the order of the runs, with their turns. */
export const usedSkills = (turns: readonly SessionTurn[]): ReadonlyMap<string, readonly SessionTurn[]> =>
  groupedBy(
    turns.filter(({ trajectory }) => trajectory.pickedSkill !== undefined),
    ({ trajectory }) => trajectory.pickedSkill!,
  )

/** Least number of runs in which a step failed or was replaced for it to count against the skill. */
const SEVERAL = 2

/** Whether a step that the text of a skill tells failed, or was done otherwise, in one of these turns and in several runs. */
export function hasUnsoundStep(body: string, turns: readonly SessionTurn[], runs: readonly Run[]): boolean {
  const steps = new Set(turns.flatMap(({ trajectory }) => stumbles(body, trajectory)))
  return [...steps].some((step) => runs.filter((run) => stumbles(body, run).includes(step)).length >= SEVERAL)
}

type Run = SessionTurn['trajectory']

/** The told steps that a run did not get done as told: they failed only, or the same program ran otherwise in their place. */
function stumbles(body: string, { toolCalls = [] }: Run): readonly string[] {
  const { told } = stepsInText(body, new Set(toolCalls.map(({ name }) => name)))
  const stepsWith = (ok: boolean) =>
    stepsOfRun(runOf({ toolCalls: toolCalls.flatMap((call) => (call.ok === ok ? { ...call, ok: null } : [])) }))
  const [done, failed] = [stepsWith(true), stepsWith(false)]
  const others = done.filter((step) => !told.some((one) => isAsTold(one, step)))
  return told
    .filter((one) => !done.some((step) => isAsTold(one, step)))
    .filter(
      (one) =>
        failed.some((step) => isAsTold(one, step)) ||
        (one.head.startsWith('RUN ') && others.some(({ head }) => head === one.head)),
    )
    .map(({ head, words }) => [head, ...words].join(' '))
}

/** Every word and value that was told is in the step; what stands for a placeholder was not told. */
const isAsTold = (told: NamedStep, { head, words, inputs }: NamedStep): boolean =>
  told.head === head &&
  !told.words.some((word) => !words.includes(word)) &&
  [...told.inputs].every(([name, values]) => values.every((value) => inputs.get(name)?.includes(value)))

/**
 * Whether statements rest on a failed run with this skill, or on a later run of its session; `body`: its text, a step of which a
 * run may have failed. What the person wishes from now
 * on is no lesson of a failure. `shown`: turns by their ids, `t1`, `t2`.
 */
export function restsOnFailure(
  { name, body }: { readonly name: string; readonly body: string },
  claims: readonly Claim[],
  shown: ReadonlyMap<string, SessionTurn>,
): boolean {
  const failed = [...shown].filter(
    ([, turn]) =>
      turn.trajectory.pickedSkill === name && (isFailure(turn) || stumbles(body, turn.trajectory).length > 0),
  )
  if (failed.length === 0) return false
  const first = Math.min(...failed.map(([id]) => numberOf(id)))
  return claims.some(({ kind, cites }) => kind !== 'rules' && cites.some(({ turn }) => numberOf(turn) >= first))
}

/** Refuses more than one edit after a failed run: which of several helped could not be said. */
export const boundFault = (edits: readonly AnchoredEdit[]): Refusal | undefined =>
  edits.length > 1
    ? { rule: 'one edit', reason: `a failed run calls for one edit of the skill, and there are ${edits.length}` }
    : undefined

export const isFailure = ({ trajectory }: SessionTurn): boolean => trajectory.outcome === 'failure'

/** 3 for `t3`. */
const numberOf = (id: string): number => Number(/^t(\d{1,9})$/.exec(id)?.[1] ?? Number.NaN)
