import { mark } from '../domain/mark.ts'
import { neutralPayload, type PromptSubmitted, type RunEnded } from '../transcript/hook-event.ts'

/** The end of a turn or session, waiting for its transcript to be read: ids and paths as plain JSON, no text. */
export interface Job {
  readonly engine: string
  /** The event in the engine-neutral form. */
  readonly payload: object
  /** The engine's session folders in the hook's environment; transcripts elsewhere are not read. */
  readonly folders: readonly string[]
  /** When the event came, in Unix ms (a number, since formatting a date makes Node load time zone data). */
  readonly at: number
  /** No event reported an end: a turn is recorded only if the transcript itself says that it has ended. */
  readonly onlyTold?: boolean
  /** Number of unsuccessful reads. */
  readonly tries: number
  /** Not to be retried before this time, in Unix ms. */
  readonly after?: number
  /** When `after` was set, to detect a clock that was ahead then. */
  readonly since?: number
  /** Why it was put aside permanently. */
  readonly why?: string
}

export const jobOf = (event: RunEnded, folders: readonly string[], at: number): Job => ({
  engine: event.engine,
  payload: neutralPayload(event),
  folders,
  at,
  tries: 0,
})

/**
 * Delay after a prompt until its transcript is checked for an end that no event reports, in ms: agents retry requests
 * until then.
 */
const LOOK_AFTER_MS = 30_000

/**
 * A later look at the transcript of a prompt: engines report no run that was aborted or that a server refused. It has the job name of the turn's
 * end, which replaces it when reported.
 */
export function lookOf(prompt: PromptSubmitted, folders: readonly string[], at: number): [name: string, job: Job] {
  const { prompt: _, ...told } = prompt
  const event: RunEnded = { ...told, kind: 'turn_ended', stopHookActive: false }
  return [jobName(event), { ...jobOf(event, folders, at), onlyTold: true, after: at + LOOK_AFTER_MS }]
}

/**
 * The name of an event's job. The same event has the same name, and so do all ends of turns of a session that give no
 * prompt id, if they name the same transcript. Made of the ids where they are valid file names, which needs no crypto
 * module, and of their digest otherwise.
 */
export function jobName({ engine, sessionId, kind, promptId = '', transcriptPath }: RunEnded): string {
  const ids = [engine, kind, sessionId, promptId]
  if (transcriptPath !== undefined) ids.push(mark(transcriptPath))
  return ids.every((id) => /^[\w-]{0,64}$/.test(id)) ? ids.join('+') : mark(ids.join('\0'))
}

/** Parses a job's file; undefined if it holds none. */
export function parseJob(text: string): Job | undefined {
  let value: Partial<Record<keyof Job, unknown>>
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { engine, payload, folders, at, after, since, tries } = value
  const fits =
    typeof engine === 'string' &&
    typeof payload === 'object' &&
    payload !== null &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === 'string') &&
    isTime(at) &&
    (after === undefined || isTime(after)) &&
    (since === undefined || isTime(since)) &&
    Number.isInteger(tries)
  return fits ? (value as unknown as Job) : undefined
}

/** Whether a value is a valid time of a Date, in ms. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 8.64e15
