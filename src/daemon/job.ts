import { mark } from '../domain/mark.ts'
import { neutralPayload, type PromptSubmitted, type RunEnded } from '../transcript/hook-event.ts'

/** The end of a turn or a session, put aside until its transcript is read: ids and paths as plain JSON, no text. */
export interface Job {
  readonly engine: string
  /** The event in the neutral form that every engine's reader knows. */
  readonly payload: object
  /** Where the engine kept its sessions in the environment of the hook; no transcript elsewhere is read. */
  readonly folders: readonly string[]
  /** When the event came, in ms since 1970: a date's text makes a hook read the files of the time zone first. */
  readonly at: number
  /** No event told of an end: a turn is recorded only where the transcript itself says that it has ended. */
  readonly onlyTold?: boolean
  /** Reads that did not come to an end. */
  readonly tries: number
  /** Not to be tried again before this time, in ms since 1970. */
  readonly after?: number
  /** When that was decided: a clock that shows less by now was ahead then. */
  readonly since?: number
  /** Why it was put aside for good. */
  readonly why?: string
}

export const jobOf = (event: RunEnded, folders: readonly string[], at: number): Job => ({
  engine: event.engine,
  payload: neutralPayload(event),
  folders,
  at,
  tries: 0,
})

/** A transcript is looked at this long after a prompt whose end no event may tell of, in milliseconds: requests are tried again until then. */
const LOOK_AFTER_MS = 30_000

/**
 * A later look at the transcript of a prompt, for engines that tell nothing of a run that broke off. It is called as the end
 * of its turn would be, which takes its place when it comes.
 */
export function lookOf(prompt: PromptSubmitted, folders: readonly string[], at: number): [name: string, job: Job] {
  const { prompt: _, ...told } = prompt
  const event: RunEnded = { ...told, kind: 'turn_ended', stopHookActive: false }
  return [jobName(event), { ...jobOf(event, folders, at), onlyTold: true, after: at + LOOK_AFTER_MS }]
}

/**
 * The name of an event's job: the same event has one, and so have all ends of turns of a session that names none, as long as
 * they name the same transcript: one that names another says nothing of this one. It is made of the ids where a file may be
 * called so, which needs no library, and of their digest elsewhere.
 */
export function jobName({ engine, sessionId, kind, promptId = '', transcriptPath }: RunEnded): string {
  const ids = [engine, kind, sessionId, promptId]
  if (transcriptPath !== undefined) ids.push(mark(transcriptPath))
  return ids.every((id) => /^[\w-]{0,64}$/.test(id)) ? ids.join('+') : mark(ids.join('\0'))
}

/** A job as it stood in a file; undefined when it is none. */
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

/** Milliseconds that a date can be made of. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 8.64e15
