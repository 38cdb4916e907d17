import type { SkillLoop } from '../app/skill-loop.ts'
import { promptKey, type Task } from '../domain/decision.ts'
import { isFields } from '../domain/json-value.ts'
import { redactTurn } from '../domain/redact.ts'
import { HOOK_ENGINES, hookProtocol } from '../engines/engines.ts'
import type { PromptSubmitted } from '../transcript/hook-event.ts'
import { textOf } from '../transcript/reader.ts'
import { jobName, jobOf, lookOf } from './job.ts'
import type { Spool } from './spool.ts'

/**
 * A daemon's reply: the engine's protocol for a hook, empty and `late` where it was not decided in time, or `error` for a
 * request that it does not understand.
 */
export type Reply =
  | { readonly answer: string; readonly late?: true }
  | { readonly status: object }
  | { readonly stopping: number }
  | { readonly error: string }

/** What a request may say of a prompt; values that are no integers, or no list, are passed over. */
export interface PromptNotes {
  readonly until?: unknown
  readonly undelivered?: unknown
  /** Where the agent that asks keeps its sessions; default: as this process knows them. */
  readonly folders?: unknown
}

/** Handles requests from the socket, as lines and by HTTP. */
export interface RequestHandler {
  /**
   * Handles a request of the socket: `{hook, event?, payload, until?, undelivered?}`, `{status: true}` or
   * `{stop: true}`. Never rejects.
   */
  answer(request: unknown): Promise<Reply>
  /** How many events agents have told so far. */
  readonly asked: number
  /**
   * Handles an engine's hook event: a prompt is answered if possible before `until` (Unix ms), and its run looked at later;
   * or, with `undelivered`, its answer since then (Unix ms) is taken back. The end of a run is stored in the spool before
   * this resolves. Never rejects.
   */
  hook(engine: string, event: string | undefined, payload: unknown, notes?: PromptNotes): Promise<Reply>
}

export function createRequestHandler({
  loop,
  spool,
  stands,
  status,
  stop,
  onJob,
}: {
  readonly loop: SkillLoop
  readonly spool: Spool
  /** Whether the data folder is still the one at its path. */
  readonly stands: () => boolean
  readonly status: () => object
  readonly stop: () => void
  /** Called when a new job is in the spool. */
  readonly onJob: () => void
}): RequestHandler {
  let asked = 0
  const desk: RequestHandler = {
    get asked() {
      return asked
    },
    async answer(request) {
      if (!isFields(request)) return { error: 'a request is a JSON object' }
      // One that is about to end says so: a caller would take it for the daemon of this folder.
      if (request.status === true) return stands() ? { status: status() } : LOST
      if (request.stop === true) {
        stop()
        return { stopping: process.pid }
      }
      const engine = textOf(request.hook)
      if (engine === undefined) return { error: 'a request has "hook", "status" or "stop"' }
      return await desk.hook(engine, textOf(request.event), request.payload, request)
    },
    async hook(engine, event, payload, { until, undelivered, folders } = {}) {
      asked++
      const protocol = hookProtocol(engine)
      if (protocol === undefined) return { error: `the engine is none of ${HOOK_ENGINES.join(', ')}` }
      const told = protocol.read(payload, event)
      if (told === undefined || loop.upkeep.config.settings.skills === 'off') return { answer: '' }
      if (!stands()) return LOST
      const known = loop.upkeep.config.sessionFolders[engine] ?? []
      try {
        if (told.kind === 'prompt_submitted') {
          const since = timeOf(undelivered)
          if (since === undefined) {
            const answer = await answerPrompt(loop, told, timeOf(until))
            // Once it is sent: the hook waits.
            setImmediate(() => putLook(spool, told, Array.isArray(folders) ? folders.map(String) : known))
            return answer === undefined ? { answer: '', late: true } : { answer }
          }
          await takeBack(loop, told, since)
          return { answer: '' }
        }
        spool.put(jobName(told), jobOf(told, known, Date.now()))
        onJob()
        return { answer: '' }
      } catch (error) {
        return { error: (error as Error).message }
      }
    },
  }
  return desk
}

function putLook(spool: Spool, prompt: PromptSubmitted, folders: readonly string[]): void {
  try {
    spool.put(...lookOf(prompt, folders, Date.now()))
  } catch {
    // A run that ends without a hook is read with the next one of its session.
  }
}

const LOST: Reply = { error: 'this daemon has lost its folder, and ends' }

/** A time of a request; undefined (none) if it is no integer. */
const timeOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)

/**
 * The output of an engine's prompt hook: the hint in the engine's own protocol, or nothing. After `until` (Unix ms) the
 * hook has given up, and a pick that it cannot print must not be logged as an offer: then undefined.
 */
export async function answerPrompt(
  loop: SkillLoop,
  event: PromptSubmitted,
  until?: number,
): Promise<string | undefined> {
  const { pick, reason } = await loop.route(taskOf(event), {
    once: true,
    ...(until !== undefined && { until: new Date(until) }),
  })
  // Where another process had the database until then, the reason is a failure.
  if (reason === 'late' || (reason === 'failed' && until !== undefined && Date.now() >= until)) return undefined
  if (pick === null) return ''
  // Failing news must not cost the hint.
  const news = await loop.offers.news().catch(() => undefined)
  return hookProtocol(event.engine)?.answer(pick.hint, news) ?? ''
}

/** Takes back the decision on a prompt that was made at `since` (Unix ms) or later: its hook could not print the hint. */
export const takeBack = async (loop: SkillLoop, event: PromptSubmitted, since: number): Promise<boolean> =>
  await loop.offers.undelivered(taskOf(event), new Date(since))

/**
 * The prompt as a task; if the engine gives no prompt id, a digest of the words identifies it, so that the turn finds
 * the decision.
 */
function taskOf({ engine, sessionId, promptId, cwd, prompt }: PromptSubmitted): Task {
  const task = { text: prompt, engine, sessionId, ...(cwd === undefined ? {} : { projectDir: cwd }) }
  return { ...task, promptId: promptId ?? promptKey(redactTurn(task).text) }
}
