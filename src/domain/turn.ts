import { WaylandError } from './errors.ts'
import type { ApartKind, Start } from './origin.ts'
import { decideOutcome, type StopReason } from './outcome.ts'
import { personsWords } from './persons-words.ts'
import type { Outcome, ToolCall } from './run.ts'

export type { Outcome, ToolCall } from './run.ts'

/** A turn of which no person asked, or which they excluded: it is part of no streak, and credited to no pick. */
export type TurnKind = 'scheduled' | ApartKind

/** The record of one turn. `toolCalls` absent = not reported, `[]` = none were made. */
export interface TurnTrajectory {
  readonly userInput: string
  readonly pickedSkill?: string
  readonly outcome: Outcome
  /** A short line such as `3 turns`. */
  readonly summary: string
  readonly timestamp: Date
  readonly sessionId?: string
  readonly projectDir?: string
  /** The project of `projectDir`, one for all worktrees of a repository; absent where it is that folder. */
  readonly project?: string
  /** As the host names it; recorded as one of `EngineName`. */
  readonly engine?: string
  readonly promptId?: string
  readonly turns?: number
  readonly stopReason?: string
  readonly decisionId?: string
  readonly toolCalls?: readonly ToolCall[]
  /** Events of the session file that the reader saw for this turn; a reading of more events replaces one of fewer. */
  readonly extent?: number
  /** Absent for a turn that a person asked for. */
  readonly kind?: TurnKind
}

/** A turn as a host gives it: with an outcome or a stop reason; time as a Date or an ISO 8601 string, absent = now. */
export interface TurnInput extends Omit<Partial<TurnTrajectory>, 'outcome' | 'timestamp' | 'stopReason' | 'project'> {
  readonly userInput: string
  readonly outcome?: Outcome
  readonly stopReason?: StopReason
  readonly timestamp?: Date | string
  /** How its session was begun; absent where that is not known. */
  readonly start?: Start
}

/** Validates and completes a host's turn, with the person's words alone. Throws `bad_turn` naming the field. */
export function toTrajectory(turn: TurnInput, now: Date): TurnTrajectory {
  if (typeof turn !== 'object' || turn === null) throw bad('a turn must be an object')
  text(turn.userInput, 'userInput')
  for (const name of TEXTS) if (turn[name] !== undefined) text(turn[name], name)
  oneOf(OUTCOMES, turn.outcome, 'outcome must be success, failure or unknown')
  oneOf(KINDS, turn.kind, 'kind must be scheduled, program, excluded or absent')
  if (turn.turns !== undefined && !(Number.isInteger(turn.turns) && turn.turns >= 0))
    throw bad('turns must be a whole number, 0 or more')
  const calls = turn.toolCalls === undefined ? undefined : checkedCalls(turn.toolCalls)
  const made: Mutable<TurnTrajectory> = {
    userInput: personsWords(turn.userInput),
    outcome: decideOutcome({ outcome: turn.outcome, stopReason: turn.stopReason, toolCalls: calls }),
    summary: turn.summary ?? (turn.turns === undefined ? '' : `${turn.turns} turn${turn.turns === 1 ? '' : 's'}`),
    timestamp: moment(turn.timestamp, now),
  }
  // Field by field, here and for calls: every turn is built here, and a loop over names or a spread costs several times
  // as much.
  if (turn.engine !== undefined) made.engine = turn.engine
  if (turn.sessionId !== undefined) made.sessionId = turn.sessionId
  if (turn.promptId !== undefined) made.promptId = turn.promptId
  if (turn.projectDir !== undefined) made.projectDir = turn.projectDir
  if (turn.pickedSkill !== undefined) made.pickedSkill = turn.pickedSkill
  if (turn.decisionId !== undefined) made.decisionId = turn.decisionId
  if (turn.turns !== undefined) made.turns = turn.turns
  if (turn.stopReason !== undefined) made.stopReason = turn.stopReason
  if (calls !== undefined) made.toolCalls = calls
  if (turn.extent !== undefined) made.extent = turn.extent
  if (turn.kind !== undefined) made.kind = turn.kind
  return made
}

/** The project that a turn or a task belongs to; undefined where no folder was told. */
export const projectOfRun = (run: Pick<TurnTrajectory, 'project' | 'projectDir'>): string | undefined =>
  run.project ?? run.projectDir

type Mutable<T> = { -readonly [field in keyof T]: T[field] }

export const OUTCOMES: readonly unknown[] = ['success', 'failure', 'unknown']
const KINDS: readonly unknown[] = ['scheduled', 'program', 'excluded']
const TEXTS = [
  'pickedSkill',
  'summary',
  'sessionId',
  'projectDir',
  'engine',
  'promptId',
  'stopReason',
  'decisionId',
] as const

const bad = (message: string) => new WaylandError('bad_turn', message)

function oneOf(known: readonly unknown[], value: unknown, must: string): void {
  if (value !== undefined && !known.includes(value)) throw bad(`${must}, not ${JSON.stringify(value)}`)
}

function text(value: unknown, name: string): void {
  if (value === undefined) throw bad(`${name} is missing`)
  if (typeof value !== 'string') throw bad(`${name} must be text, not ${value === null ? 'null' : typeof value}`)
}

function moment(timestamp: Date | string | undefined, now: Date): Date {
  if (timestamp === undefined) return now
  const date = timestamp instanceof Date ? timestamp : typeof timestamp === 'string' ? new Date(timestamp) : undefined
  if (date === undefined || Number.isNaN(date.getTime()))
    throw bad(`timestamp must be an ISO 8601 time, not ${JSON.stringify(timestamp)}`)
  return date
}

function checkedCalls(calls: readonly ToolCall[]): readonly ToolCall[] {
  if (!Array.isArray(calls)) throw bad('toolCalls must be a list')
  return calls.map((call: ToolCall, i) => {
    if (typeof call !== 'object' || call === null || typeof call.name !== 'string')
      throw bad(`toolCalls[${i}] must be an object with a name`)
    if (call.ok !== undefined && call.ok !== null && typeof call.ok !== 'boolean')
      throw bad(`toolCalls[${i}].ok must be true, false or null`)
    return keptOf(call)
  })
}

/** The fields of a call that are kept; outputs and unknown fields are dropped. */
function keptOf(call: ToolCall): ToolCall {
  const kept: Mutable<ToolCall> = { name: call.name, input: call.input, ok: call.ok ?? null }
  if (typeof call.exitCode === 'number') kept.exitCode = call.exitCode
  if (typeof call.maskedPipe === 'boolean') kept.maskedPipe = call.maskedPipe
  if (typeof call.cwd === 'string') kept.cwd = call.cwd
  if (typeof call.messageId === 'string') kept.messageId = call.messageId
  if (typeof call.durationMs === 'number') kept.durationMs = call.durationMs
  if (call.error !== undefined) kept.error = firstLine(String(call.error))
  return kept
}

const firstLine = (text: string): string => text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
