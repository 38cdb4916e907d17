import { openSkillLoop } from '../app/open-skill-loop.ts'
import type { Environment } from '../config/agent-environment.ts'
import { processIsAlive } from '../platform/process.ts'
import type { PromptSubmitted } from '../transcript/hook-event.ts'
import { answerPrompt, takeBack } from './request-handler.ts'

/** A prompt that no daemon answers. */
export interface DirectRequest {
  readonly event: PromptSubmitted
  /** Configuration options of the hook's command line, by key. */
  readonly settings: Readonly<Record<string, string>>
  readonly env: Environment
  /** The deadline in Unix ms. */
  readonly until: number
  /** Waiting events are taken in first, until then (Unix ms); absent: none. */
  readonly readUntil?: number
  /** The hint of this prompt was not printed: what was decided since then (Unix ms) is taken back, and nothing answered. */
  readonly undelivered?: number
}

/** Answers one prompt in the hook's own process, or takes its answer back. Undefined where it was not decided in time. */
export async function answerDirectly(request: DirectRequest): Promise<string | undefined> {
  const { event, settings, env, until, readUntil, undelivered } = request
  const patienceMs = Math.max(1, until - Date.now())
  // Looking at folders is left to the process that reads what ended, as long as there is one.
  const asKnown = readUntil === undefined
  await using loop = await openSkillLoop({ settings, env, hurried: true, brief: true, asKnown, patienceMs })
  if (undelivered !== undefined) {
    await takeBack(loop, event, undelivered)
    return ''
  }
  const { dataDir } = loop.upkeep.config
  if (readUntil !== undefined && dataDir !== null) {
    const [{ drain }, { openSpool }] = await Promise.all([import('./drain.ts'), import('./spool.ts')])
    const flushed = loop.upkeep.config.settings['storage.durability'] === 'full'
    const spool = openSpool(dataDir, process.pid, processIsAlive, { flushed, hurried: true })
    await drain(loop, spool, { until: readUntil, wait: false })
  }
  return await answerPrompt(loop, event, until)
}
