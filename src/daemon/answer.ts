import type { SkillLoop } from '../app/skill-loop.ts'
import { promptKey, type Task } from '../domain/decision.ts'
import { redactTask } from '../domain/redact.ts'
import { hookProtocol } from '../engines/read-hook.ts'
import type { PromptSubmitted } from '../transcript/hook-event.ts'

/**
 * What an engine's prompt hook prints: the router's hint in the engine's own protocol, or nothing. After `until`, in ms since
 * 1970, the hook waits no more: what it does not print is no offer.
 */
export async function answerPrompt(loop: SkillLoop, event: PromptSubmitted, until?: number): Promise<string> {
  const { pick } = await loop.route(taskOf(event), {
    once: true,
    ...(until !== undefined && { until: new Date(until) }),
  })
  if (pick === null) return ''
  // A hint is worth more than the news that goes along with it.
  const news = await loop.news().catch(() => undefined)
  return hookProtocol(event.engine)?.answer(pick.hint, news) ?? ''
}

/** The prompt as a task; where the engine names no prompt, its words do, so that the turn finds the decision. */
function taskOf({ engine, sessionId, promptId, cwd, prompt }: PromptSubmitted): Task {
  const task = { text: prompt, engine, sessionId, ...(cwd === undefined ? {} : { projectDir: cwd }) }
  return { ...task, promptId: promptId ?? promptKey(redactTask(task).text) }
}
