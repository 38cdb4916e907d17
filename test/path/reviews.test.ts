import type { ChildProcess } from 'node:child_process'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Proposal } from '../../src/domain/learning/proposal.ts'
import { claimsOf } from '../../src/domain/learning/proposal.ts'
import { finished, Home } from '../cli/command-line.ts'
import { MIGRATION, PROPOSED } from '../domain/learning/session.ts'
import { times } from '../long.ts'
import { type Behaviour, json, type KeptRequest, startServer } from '../model/hostile-server.ts'

const BUDGET = 60_000
/** What each answer is said to cost. */
const TOKENS = { prompt_tokens: 12_000, completion_tokens: 3_000 }

const NONE: Proposal = {
  ...{ triage: 'nothing', operation: 'none', target: '', reason: 'all went well', skill: null, look: [] },
}
const CREATE: Proposal = { ...NONE, triage: 'gap', operation: 'create', reason: 'the client first', skill: PROPOSED }
const AUDIT = { claims: claimsOf(PROPOSED).map(({ id }) => ({ id, supported: true, reason: '' })) }

const saying = (value: unknown) => ({
  ...{ model: 'small-1', usage: TOKENS },
  choices: [{ message: { content: JSON.stringify(value) }, finish_reason: 'stop' }],
})
const isAudit = ({ body }: KeptRequest) => JSON.stringify(body).includes('You check statements against quotations')

/** A home with sessions in which there is something to learn, and the environment of a model at a server. */
async function homeWith(sessions: readonly string[], behave: Behaviour) {
  const { url, requests } = await startServer(behave)
  const home = new Home()
  const turns = sessions.flatMap((session) =>
    MIGRATION.turns.map(({ trajectory: { userInput, outcome, toolCalls } }, i) => ({
      ...{ user_input: `${userInput} ${session}`, outcome, session_id: session, prompt_id: `${session}-${i}` },
      ...{ engine: 'claude-code', tool_calls: toolCalls },
      timestamp: new Date(Date.now() - 3_600_000 + i).toISOString(),
    })),
  )
  await home.observe(turns)
  const env = {
    ...{ WAYLAND_MODEL_PROVIDER: 'openai', WAYLAND_MODEL_URL: url, WAYLAND_MODEL_NAME: 'small' },
    ...{ WAYLAND_MODEL_DAILY_TOKENS: String(BUDGET), WAYLAND_DAEMON_AUTOSTART: 'off' },
  }
  return { home, requests, learn: () => home.start(['learn', '--json'], { env }) }
}

function rows<T>({ database }: Home, sql: string): readonly T[] {
  const db = new Sqlite(database, { readonly: true })
  try {
    return db.prepare(sql).all() as T[]
  } finally {
    db.close()
  }
}

it('two processes at one budget never pass it, and ask about no session twice', async () => {
  const sessions = Array.from({ length: 8 }, (_, i) => `s${i}`)
  const { home, requests, learn } = await homeWith(sessions, (response) => {
    setTimeout(() => json(response, saying(NONE)), 100)
  })
  await Promise.all([finished(learn()), finished(learn())])
  const calls = rows<{ subject: string; tokens: number }>(
    home,
    'SELECT subject, coalesce(input + output, reserved) AS tokens FROM model_calls',
  )
  expect(calls.length).toBe(requests.length)
  expect(requests.length).toBeGreaterThan(1)
  expect(calls.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(BUDGET)
  expect(new Set(calls.map(({ subject }) => subject)).size).toBe(calls.length)
}, 60_000)

/** Ends the process at a request: before it is answered, or some milliseconds after. */
const KILLS = [
  ['extract', 'before'],
  ['audit', 0],
  ['audit', 60],
  ['extract', 0],
  ['extract', 20],
  ['audit', 'before'],
  ['audit', 20],
  ['audit', 40],
  ['audit', 100],
] as const

it.each(KILLS.slice(0, times(3, KILLS.length)))(
  'killed at the question "%s", %s its answer (ms), a review goes on and proposes once',
  async (at, when) => {
    let running: ChildProcess | undefined
    const { home, requests, learn } = await homeWith(['s1'], (response, request) => {
      const isHere = isAudit(request) === (at === 'audit')
      const first = requests.filter((one) => isAudit(one) === isAudit(request)).length === 1
      const doomed = isHere && first ? running : undefined
      if (doomed !== undefined && when === 'before') return void doomed.kill('SIGKILL')
      json(response, saying(isAudit(request) ? AUDIT : CREATE))
      if (doomed !== undefined) setTimeout(() => doomed.kill('SIGKILL'), Number(when))
    })
    running = learn()
    await finished(running)
    running = undefined
    const kept = rows<{ id: string }>(home, "SELECT id FROM model_calls WHERE state = 'answered'").map(({ id }) => id)
    await finished(learn())
    await finished(learn())
    // What was answered and kept is not asked again; only the call that was under way is.
    const asked = rows<{ id: string; n: number }>(home, 'SELECT id, count(*) AS n FROM model_calls GROUP BY id')
    expect(asked).toHaveLength(2)
    for (const { id, n } of asked) expect(n).toBeLessThanOrEqual(kept.includes(id) ? 1 : 2)
    expect(requests.length).toBeLessThanOrEqual(3)
    expect(rows(home, 'SELECT status FROM model_proposals')).toEqual([{ status: 'staged' }])
    expect(rows(home, 'SELECT name, status, head_version FROM skills')).toEqual([
      { name: PROPOSED.name, status: 'staged', head_version: '0.1.0' },
    ])
    expect(rows(home, 'SELECT state FROM skill_versions')).toHaveLength(1)
  },
  60_000,
)
