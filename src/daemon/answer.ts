import type { SkillLoop } from '../app/skill-loop.ts'
import { promptKey, type Task } from '../domain/decision.ts'
import { redactTask } from '../domain/redact.ts'
import { hookProtocol } from '../engines/read-hook.ts'
import type { PromptSubmitted } from '../transcript/hook-event.ts'

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
  return { ...task, promptId: promptId ?? promptKey(redactTask(task).text) }
}
