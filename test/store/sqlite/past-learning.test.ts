import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { recorder } from '../conformance/records.ts'
import { options } from './database.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2030, 0, 1)
const ago = (days: number): number => NOW - days * DAY_MS
const PROPOSALS = 1_000

async function called(store: Store, id: string, at: number): Promise<void> {
  const call = { id, purpose: 'extract', prompt: 'extract@1', provider: 'openai', model: 'm', run: 'r', subject: id }
  const made = await store.reserveCall({ ...call, reserved: 9, at }, { dailyTokens: 1e9, dayBegan: NOW })
  if ('over' in made) throw new Error('over')
  await store.settleCall(made.call, { state: 'answered', input: 1, output: 1, milliseconds: 1, answer: '{}' })
}

const reviewed = async (store: Store, sessionId: string, at: number, engine = 'codex', state = 'reviewed' as const) => {
  const session = { engine, sessionId }
  await store.claimReview(session, { run: 'r', pid: 1, at, upTo: at, staleMs: 1, alive: () => false })
  await store.finishReview(session, { state, upTo: at, reason: 'asked', run: 'r', at }, [])
}

async function proposed(store: Store, id: string, at: number, calls: readonly string[] = []): Promise<void> {
  const what = {
    id,
    subject: id,
    skill: 'auto-x',
    operation: 'create',
    rule: 'known',
    reason: 'known',
    versionId: null,
  }
  await store.noteProposal({ ...what, status: 'refused', proposal: '{}', calls, at })
}

async function retain(store: Store, now: number): Promise<void> {
  const rule = { turnsBefore: ago(365), decisionsBefore: ago(365), streaksFrom: ago(30), maxBytes: 1e12 }
  while ((await store.retain({ ...rule, now, isGone: () => false })).more);
}

it('removes what learning left with the turns that it came from, but what a proposal or the month needs', async () => {
  await using store = openSqliteStore(options())
  await retain(store, ago(2))
  const record = recorder(store)
  await record({ engine: 'codex', sessionId: 'there', promptId: 'p', timestamp: new Date(ago(1)) })
  for (const sessionId of ['gone', 'there']) await reviewed(store, sessionId, ago(400))
  await reviewed(store, 'young', ago(300))
  await reviewed(store, '/notes/document.md', ago(400), 'document')
  for (const [id, days] of [
    ...['old', 'of the newest', 'of the oldest'].map((id) => [id, 500] as const),
    ['new', 300],
  ] as const)
    await called(store, id, ago(days))
  await proposed(store, 'oldest', ago(450), ['of the oldest'])
  await proposed(store, 'newest', ago(400), ['of the newest'])
  for (let i = 1; i < PROPOSALS; i++) await proposed(store, `p${i}`, ago(420))
  await retain(store, NOW)
  const left = async (engine: string, id: string) => (await store.review({ engine, sessionId: id })) !== undefined
  expect(await Promise.all(['gone', 'there', 'young'].map((id) => left('codex', id)))).toEqual([false, true, true])
  expect(await left('document', '/notes/document.md')).toBe(true)
  expect(await store.proposalsAbout('oldest', 1)).toEqual([])
  expect(await store.modelProposals(2 * PROPOSALS)).toHaveLength(PROPOSALS)
  expect((await store.latestCalls(9)).map(({ id }) => id).sort()).toEqual(['new', 'of the newest'])
})

it('keeps the calls of a month, which budgets and sums count, however short turns are kept', async () => {
  await using store = openSqliteStore(options())
  await retain(store, ago(2))
  for (const days of [40, 20]) await called(store, `${days}`, ago(days))
  const rule = {
    turnsBefore: ago(1),
    decisionsBefore: ago(1),
    streaksFrom: ago(1),
    maxBytes: 1e12,
    isGone: () => false,
  }
  while ((await store.retain({ ...rule, now: NOW })).more);
  expect((await store.latestCalls(9)).map(({ id }) => id)).toEqual(['20'])
})
