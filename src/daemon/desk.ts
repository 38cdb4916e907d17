import type { SkillLoop } from '../app/skill-loop.ts'
import { HOOK_ENGINES } from '../engines/engines.ts'
import { hookProtocol } from '../engines/read-hook.ts'
import { isFields, textOf } from '../transcript/reader.ts'
import { answerPrompt } from './answer.ts'
import { jobName, jobOf } from './job.ts'
import type { Spool } from './spool.ts'

/** What a daemon answers: the engine's protocol for a hook, `error` for what it does not understand. */
export type Reply =
  | { readonly answer: string }
  | { readonly status: object }
  | { readonly stopping: number }
  | { readonly error: string }

/** Where requests are answered, whichever way they came. */
export interface Desk {
  /** A request of the socket: `{hook, event?, payload, until?}`, `{status: true}` or `{stop: true}`. Never rejects. */
  answer(request: unknown): Promise<Reply>
  /** An event of an engine's hook, which waits for a hint `until` then, in ms since 1970: a prompt is answered, the end of a run is kept before this resolves. Never rejects. */
  hook(engine: string, event: string | undefined, payload: unknown, until?: unknown): Promise<Reply>
}

export function createDesk({
  loop,
  spool,
  stands,
  status,
  stop,
  onJob,
}: {
  readonly loop: SkillLoop
  readonly spool: Spool
  /** Whether what is kept here is kept where others look. */
  readonly stands: () => boolean
  readonly status: () => object
  readonly stop: () => void
  /** Told when there is a job in the spool that was not there before. */
  readonly onJob: () => void
}): Desk {
  const desk: Desk = {
    async answer(request) {
      if (!isFields(request)) return { error: 'a request is a JSON object' }
      if (request.status === true) return { status: status() }
      if (request.stop === true) {
        stop()
        return { stopping: process.pid }
      }
      const engine = textOf(request.hook)
      if (engine === undefined) return { error: 'a request has "hook", "status" or "stop"' }
      return await desk.hook(engine, textOf(request.event), request.payload, request.until)
    },
    async hook(engine, event, payload, until) {
      const protocol = hookProtocol(engine)
      if (protocol === undefined) return { error: `the engine is none of ${HOOK_ENGINES.join(', ')}` }
      const told = protocol.read(payload, event)
      if (told === undefined || loop.config.settings.skills === 'off') return { answer: '' }
      if (!stands()) return { error: 'this daemon has lost its folder, and ends' }
      try {
        if (told.kind === 'prompt_submitted') return { answer: await answerPrompt(loop, told, timeOf(until)) }
        spool.put(jobName(told), jobOf(told, loop.config.sessionFolders[engine] ?? [], Date.now()))
        onJob()
        return { answer: '' }
      } catch (error) {
        return { error: (error as Error).message }
      }
    },
  }
  return desk
}

/** A time of a request; one that is none at all waits for ever. */
const timeOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined)
