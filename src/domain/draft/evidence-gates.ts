import { isCorrection } from '../correction/signs.ts'
import { tally } from '../tally.ts'
import type { TurnTrajectory } from '../turn.ts'
import { majority } from './align.ts'
import { type BaseRates, contentWords, MIN_HABIT, type TurnTraits, traitsOf } from './base-rates.ts'
import { EVIDENCE_GATES, type EvidenceGate } from './gate-names.ts'
import { changes, type Run, runOf } from './runs.ts'

export type { EvidenceGate } from './gate-names.ts'

/** Why a completed streak gives no draft. */
export interface EvidenceRefusal {
  readonly gate: EvidenceGate
  /** One line for the receipt and the log. */
  readonly reason: string
  /** The turns that still count as evidence; fewer than were given. */
  readonly returned: readonly TurnTrajectory[]
}

/**
 * Checks the turns of a streak and returns the first gate that they do not pass; undefined if they pass all. `habit` is
 * that of the project's other turns, without these; `on` selects the gates (default: all). `meant`: the requests are
 * one task by what they mean, and need not share words.
 */
export function checkEvidence(
  turns: readonly TurnTrajectory[],
  habit: BaseRates,
  on: (gate: EvidenceGate) => boolean = () => true,
  meant = false,
): EvidenceRefusal | undefined {
  const evidence = turns.map((turn) => ({ turn, run: runOf(turn), traits: traitsOf(turn) }))
  for (const gate of EVIDENCE_GATES) {
    const refused = on(gate) ? GATES[gate](evidence, habit, meant) : undefined
    if (refused === undefined) continue
    const { reason, returned = [] } = typeof refused === 'string' ? { reason: refused } : refused
    return { gate, reason, returned: returned.map(({ turn }) => turn) }
  }
  return undefined
}

interface Evidence {
  readonly turn: TurnTrajectory
  readonly run: Run
  readonly traits: TurnTraits
}

/** Why the streak gives no draft, and which evidence still counts; with a bare reason none does. */
type GateRefusal = string | { readonly reason: string; readonly returned?: readonly Evidence[] } | undefined
type Gate = (evidence: readonly Evidence[], habit: BaseRates, meant: boolean) => GateRefusal

const GATES: Readonly<Record<EvidenceGate, Gate>> = {
  no_work: noWork,
  one_attempt: oneAttempt,
  environment: environment,
  nothing_in_common: nothingInCommon,
}

/** Refuses if most turns report tool calls but have no action with an effect or finding. */
function noWork(evidence: readonly Evidence[]): GateRefusal {
  const idle = evidence.filter(
    ({ turn, run }) => turn.toolCalls !== undefined && run.groups.length + run.recoveries.length === 0,
  )
  return idle.length < majority(evidence.length)
    ? undefined
    : {
        reason: `${idle.length} of ${evidence.length} runs did nothing with a tool`,
        returned: evidence.filter((one) => !idle.includes(one)),
      }
}

/**
 * Least Jaccard index of content words of a repeated request, given changes of the same file; measured on re-sent ones.
 */
const SAME_REQUEST = 0.75
/**
 * Least number of common content words, and their least share of the shorter request, for a request of the same session
 * to count as sent or quoted again, whatever its turn did. Measured on real requests of developers.
 */
const SAME_WORDS = 6
const WITHIN = 0.8

/** Counts requests of one session once if the later one corrects or repeats the earlier one (see `repeats`). */
function oneAttempt(evidence: readonly Evidence[]): GateRefusal {
  const inTime = [...evidence].sort((a, b) => a.turn.timestamp.getTime() - b.turn.timestamp.getTime())
  const pairs = inTime.flatMap((later, i) =>
    inTime.slice(0, i).flatMap((earlier) => (repeats(earlier, later) ? [[earlier, later] as const] : [])),
  )
  if (pairs.length === 0) return undefined
  const again = new Set(pairs.map(([, later]) => later)).size
  // A correction names no task and is dropped; of two equal requests the later one is kept, as it has the final result.
  const spent = new Set(pairs.map(([earlier, later]) => (isCorrection(later.turn.userInput) ? later : earlier)))
  return {
    reason: `${again} of ${evidence.length} runs tried the same thing again, so they count once`,
    returned: evidence.filter((one) => !spent.has(one)),
  }
}

function repeats(earlier: Evidence, later: Evidence): boolean {
  if (earlier.turn.sessionId === undefined || earlier.turn.sessionId !== later.turn.sessionId) return false
  if (isCorrection(later.turn.userInput)) return true
  const [a, b] = [contentWords(earlier.turn.userInput), contentWords(later.turn.userInput)]
  const common = a.filter((word) => b.includes(word)).length
  // A request for another task hardly ever has so many words in common.
  if (common >= SAME_WORDS && common >= WITHIN * Math.min(a.length, b.length)) return true
  const files = new Set(changed(earlier.run))
  if (!changed(later.run).some((file) => files.has(file))) return false
  return common > 0 && common / (a.length + b.length - common) >= SAME_REQUEST
}

const changed = ({ groups }: Run): readonly string[] =>
  groups.flatMap(({ actions }) => actions.filter(changes).map(({ input }) => String(input.path)))

/** Error messages of the machine, the network or an account. */
const ENVIRONMENT =
  /command not found|No space left|ENOSPC|EACCES|Permission denied|ECONN(?:REFUSED|RESET)|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EADDRINUSE|address already in use|network is unreachable|could not resolve host|temporary failure in name resolution|connection (?:refused|reset|timed out)|no such host|rate limit|too many requests|out of memory|cannot allocate memory|disk quota|not logged in|authentication (?:failed|required)|unauthorized|docker daemon|certificate (?:has expired|verify failed)/i
/** Commands that repair a machine and are unrelated to the task. */
const SETUP =
  /^RUN (?:(?:npm|pnpm|yarn|bun|pip|pip3|brew|apt|apt-get|mise|asdf|uv|poetry|bundle|cargo|go) (?:i|ci|install|add|update|trust|sync|login|use)\b|sudo|sleep|kill|pkill|chmod|docker (?:start|login)|systemctl|open|which|curl|gh auth|aws sso|gcloud auth)/

/** Refuses if most runs had an environment error and share no informative step besides its repair. */
function environment(evidence: readonly Evidence[], habit: BaseRates): GateRefusal {
  const needed = majority(evidence.length)
  const failures = evidence.map(({ run }) => [
    ...run.recoveries.map(({ failed }) => failed),
    ...run.dropped.map(({ failed }) => failed),
  ])
  const broken = failures.map((actions) =>
    actions.filter(({ error }) => error !== undefined && ENVIRONMENT.test(error)),
  )
  if (broken.filter((actions) => actions.length > 0).length < needed) return undefined
  const heads = new Set(broken.flat().map(({ head }) => head))
  const steps = shared(evidence, habit).filter(
    ({ step, bits }) => bits >= 1 && !SETUP.test(step) && ![...heads].some((head) => step.startsWith(head)),
  )
  return steps.length > 0
    ? undefined
    : 'what these runs share is a failure of the machine or an account, and its repair'
}

/**
 * Least information of the best common step: 2 bits is a step of all runs and a quarter of the project's other turns.
 */
const MIN_BITS = 2
/** Least `requestLikeness` of the most similar pair of requests; measured on random triples of real turns. */
const MIN_LIKENESS = 0.15
/** Least `requestLikeness` of each request to its nearest one, so that one unrelated turn of three gives no skill. */
const MIN_NEIGHBOUR = 0.08

const UNRELATED = 'the requests have too little in common'

/** Refuses if the runs share no step that is rare in the project, or if the requests are unrelated. */
function nothingInCommon(evidence: readonly Evidence[], habit: BaseRates, meant: boolean): GateRefusal {
  if (habit.turns < MIN_HABIT || evidence.some(({ turn }) => turn.toolCalls === undefined)) return undefined
  const best = Math.max(0, ...shared(evidence, habit).map(({ bits }) => bits))
  if (best < MIN_BITS) return 'the runs share no step that other turns of this project do not have as well'
  if (meant || evidence.length < 2) return undefined
  const nearest = evidence.map((a) =>
    Math.max(...evidence.filter((b) => b !== a).map((b) => requestLikeness(a.traits, b.traits, habit))),
  )
  if (Math.max(...nearest) < MIN_LIKENESS) return UNRELATED
  const returned = evidence.filter((_, i) => nearest[i]! >= MIN_NEIGHBOUR)
  return returned.length === evidence.length ? undefined : { reason: UNRELATED, returned }
}

/**
 * Steps of most runs with their information: −log₂ of their share of the project's other turns, times their share of
 * runs.
 */
function shared(evidence: readonly Evidence[], habit: BaseRates): readonly { step: string; bits: number }[] {
  return [...tally(evidence.flatMap(({ traits }) => [...traits.steps]))]
    .filter(([, count]) => count >= majority(evidence.length))
    .map(([step, count]) => {
      const rate = ((habit.steps.get(step) ?? 0) + 1) / (habit.turns + 1)
      return { step, bits: (-Math.log2(rate) * count) / evidence.length }
    })
}

/** Cosine of the requests' content words with IDF weights from the project's other requests, 0 to 1. */
function requestLikeness(a: TurnTraits, b: TurnTraits, habit: BaseRates): number {
  const weight = (word: number) => Math.log((habit.turns + 3) / ((habit.words.get(word) ?? 0) + 1)) ** 2
  const sum = (words: readonly number[]) => words.reduce((total, word) => total + weight(word), 0)
  const common = sum(a.words.filter((word) => b.words.includes(word)))
  const size = Math.sqrt(sum(a.words) * sum(b.words))
  return size === 0 ? 0 : common / size
}
