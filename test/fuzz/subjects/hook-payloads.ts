import { jobName, jobOf, parseJob } from '../../../src/daemon/job.ts'
import { HOOK_ENGINES, hookProtocol, readHook } from '../../../src/engines/engines.ts'
import { neutralPayload, promptPayload } from '../../../src/transcript/hook-event.ts'
import { AGENTS, pi, review } from '../../path/engines/agents.ts'
import { type Below, changed } from '../mutation.ts'
import type { Subject } from '../subjects.ts'
import { nothing } from './fixtures.ts'

const NOTIFY = {
  type: 'agent-turn-complete',
  'thread-id': '0199-abcd',
  'turn-id': '12',
  cwd: '/proj/app',
  client: 'codex-tui',
  'input-messages': ['review the changes on the branch'],
  'last-assistant-message': 'Done.',
}

/** What agents give to hooks, as JSON. */
export const PAYLOADS: readonly Buffer[] = [
  ...[...AGENTS, pi].flatMap((agent) =>
    (['prompt', 'end', 'sessionEnd'] as const).map((event) =>
      agent.payload(event, review('s1', { answer: 'Looks good, all the tests pass.' }), `/home/u/${agent.file('s1')}`),
    ),
  ),
  NOTIFY,
].map((payload) => Buffer.from(JSON.stringify(payload)))

/** The hook payloads of every engine: read without a fault, the same when read again, and no text in what is put aside. */
export const HOOK_SUBJECTS: Readonly<Record<string, Subject>> = Object.fromEntries(
  HOOK_ENGINES.map((engine) => [
    `hook-${engine}`,
    async () => ({ once: (below: Below) => read(engine, below), [Symbol.asyncDispose]: nothing }),
  ]),
)

const EVENTS = ['Stop', 'AfterAgent', 'UserPromptSubmit', 'BeforeAgent', 'agent_end', 'SessionEnd', '__proto__', '']

const TEXT = /Looks good|tests pass/

function read(engine: string, below: Below): void {
  let payload: unknown
  try {
    payload = JSON.parse(changed(PAYLOADS, below).toString('utf8'))
  } catch {
    return
  }
  const event = readHook(engine, payload, EVENTS[below(EVENTS.length * 2)])
  if (event === undefined) return
  if (event.engine !== engine || event.sessionId === '') throw new Error('an event without its identity')
  const neutral = event.kind === 'prompt_submitted' ? promptPayload(event) : neutralPayload(event)
  const again = JSON.stringify(readHook(engine, JSON.parse(JSON.stringify(neutral))))
  const same = event.kind === 'prompt_submitted' ? event : { ...event, stopHookActive: false }
  if (again !== JSON.stringify(same)) throw new Error(`read again: ${again}, not ${JSON.stringify(same)}`)
  if (event.kind === 'prompt_submitted') {
    const answer = hookProtocol(engine)?.answer(event.prompt) ?? ''
    if (answer.includes('\n') || typeof JSON.parse(answer) !== 'object') throw new Error(`answers ${answer}`)
    return
  }
  const name = jobName(event)
  if (!/^[\w+-]{1,255}$/.test(name)) throw new Error(`a job is called ${name}`)
  const job = JSON.stringify(jobOf(event, ['/home/u/.claude/projects'], 0))
  if (parseJob(job) === undefined) throw new Error('a job that cannot be read')
  // Unless a change put the text where ids and paths belong.
  const ids = [event.sessionId, event.promptId, event.cwd, event.transcriptPath, event.lastWords].join()
  if (TEXT.test(job) && !TEXT.test(ids)) throw new Error('a job holds text of the session')
}
