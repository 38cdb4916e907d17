import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  ProposalRecord,
  ReviewClaim,
  ReviewResult,
  ReviewStore,
  SessionKey,
} from '../../../src/store/ports/review-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import { AT, recorder } from './records.ts'

/** What `ReviewStore` promises of sessions and of what was proposed from them. */
export function reviewStoreConformance(open: () => Needs): void {
  describe('ReviewStore', () => {
    let store: Needs
    let record: ReturnType<typeof recorder>
    beforeEach(() => {
      store = open()
      record = recorder(store)
    })
    afterEach(async () => await store[Symbol.asyncDispose]())

    const said = async (sessionId: string, ms: number, more = {}) =>
      await record({ sessionId, promptId: `${sessionId}-${ms}`, timestamp: new Date(AT + ms), ...more })
    const due = async (range = {}) =>
      (await store.sessionsToReview({ since: 0, until: AT + 1000, limit: 9, ...range })).map((one) => one.sessionId)

    it('tells how far a session was looked at, once it was', async () => {
      expect(await store.review(KEY)).toBeUndefined()
      await store.claimReview(KEY, CLAIM)
      expect(await store.review(KEY)).toMatchObject({ state: 'working', upTo: AT + 1, attempts: 1 })
      await store.finishReview(KEY, RESULT, [])
      const done = { state: 'reviewed', upTo: AT + 1, reason: 'a person corrected', attempts: 0, at: AT }
      expect(await store.review(KEY)).toMatchObject(done)
    })

    it('names the sessions that end in a range and were not looked at, the oldest first', async () => {
      await said('b', 20, { projectDir: '/p' })
      await said('a', 10)
      await said('a', 30, { engine: 'codex' })
      await said('late', 2000)
      await record({})
      expect(await store.sessionsToReview({ since: AT + 15, until: AT + 1000, limit: 9 })).toEqual([
        { ...KEY, sessionId: 'b', projectDir: '/p', turns: 1, lastAt: AT + 20, state: null, attempts: 0 },
        { engine: 'codex', sessionId: 'a', projectDir: null, turns: 1, lastAt: AT + 30, state: null, attempts: 0 },
      ])
      expect(await due()).toEqual(['a', 'b', 'a'])
      expect(await due({ limit: 1 })).toEqual(['a'])
    })

    it('names a run of a schedule as soon as it is recorded', async () => {
      await said('scheduled-f', 2000, { kind: 'scheduled' })
      await said('open', 2000)
      expect(await due()).toEqual(['scheduled-f'])
      expect(await due({ since: AT + 2001 })).toEqual([])
    })

    it('names a session again that has gone on, that waits for an answer, or whose review failed, and that once', async () => {
      await said('s', 1)
      const end = async (state: ReviewResult['state'], upTo: number) => {
        await store.claimReview(KEY, { ...CLAIM, upTo })
        await store.finishReview(KEY, { ...RESULT, state, upTo }, [])
        return await due()
      }
      expect(await end('waiting', AT + 1)).toEqual(['s'])
      expect(await end('skipped', AT + 1)).toEqual([])
      await said('s', 2)
      expect(await due()).toEqual(['s'])
      expect(await end('failed', AT + 2)).toEqual(['s'])
      expect(await end('failed', AT + 2)).toEqual([])
      expect(await store.sessionsLike('s')).toMatchObject([{ state: 'failed', attempts: 2 }])
      await said('s', 3)
      expect(await end('reviewed', AT + 3)).toEqual([])
    })

    it('finds at most three sessions by the beginning of their id, the shortest first', async () => {
      for (const id of ['s_1', 's-12', 's-1', 's-123', 's-1234']) await said(id, 1)
      const like = async (id: string) => (await store.sessionsLike(id)).map(({ sessionId }) => sessionId)
      expect(await like('s-1')).toEqual(['s-1', 's-12', 's-123'])
      expect(await like('s_')).toEqual(['s_1'])
      expect(await like('%')).toEqual([])
    })

    it('gives the latest turns of a session, oldest first', async () => {
      await said('s', 3, { userInput: 'c' })
      await said('s', 1, { userInput: 'a' })
      await said('s', 2, { userInput: 'b' })
      await said('other', 4)
      const turns = await store.sessionTurns(KEY, 2)
      expect(turns.map(({ id, trajectory }) => [id, trajectory.userInput])).toEqual([
        ['turn-3', 'b'],
        ['turn-1', 'c'],
      ])
    })

    it('lets one living process have a session, and another one after it is gone or has had it for too long', async () => {
      await said('s', 1)
      expect(await store.claimReview(KEY, CLAIM)).toEqual([])
      const other = { ...CLAIM, pid: 2, run: 'other' }
      expect(await store.claimReview(KEY, other)).toBeUndefined()
      expect(await store.claimReview({ ...KEY, sessionId: 't' }, other)).toEqual([])
      expect(await store.claimReview(KEY, { ...other, at: AT + CLAIM.staleMs + 1 })).toEqual([])
      expect(await store.claimReview(KEY, { ...CLAIM, at: AT + CLAIM.staleMs + 1, alive: () => false })).toEqual([])
    })

    it('goes on from the calls that were answered, as long as the turns are the same', async () => {
      await said('s', 1)
      await store.claimReview(KEY, CLAIM)
      await store.noteReviewCall(KEY, 'call-1', AT)
      await store.noteReviewCall(KEY, 'call-2', AT)
      await store.finishReview(KEY, { ...RESULT, state: 'waiting' }, [])
      expect(await store.claimReview(KEY, CLAIM)).toEqual(['call-1', 'call-2'])
      expect(await store.claimReview(KEY, { ...CLAIM, upTo: AT + 2 })).toEqual([])
    })

    it('keeps the claim of a living process whose latest answer is recent, however long ago it began', async () => {
      await said('s', 1)
      await store.claimReview(KEY, CLAIM)
      await store.noteReviewCall(KEY, 'call-1', AT + CLAIM.staleMs)
      const other = { ...CLAIM, run: 'run-2', pid: CLAIM.pid + 1, alive: () => true }
      expect(await store.claimReview(KEY, { ...other, at: AT + CLAIM.staleMs + 1 })).toBeUndefined()
      expect(await store.claimReview(KEY, { ...other, at: AT + 2 * CLAIM.staleMs + 1 })).toEqual(['call-1'])
    })

    it('counts reviews by what was reviewed and how they ended', async () => {
      const ended = async (key: SessionKey, state: ReviewResult['state'], at: number) => {
        await store.claimReview(key, CLAIM)
        await store.finishReview(key, { ...RESULT, state, at }, [])
      }
      await ended(KEY, 'reviewed', AT)
      await ended({ ...KEY, engine: 'codex' }, 'reviewed', AT + 1)
      await ended({ engine: 'recurring', sessionId: '/p' }, 'waiting', AT + 2)
      expect(await store.reviewCounts()).toEqual([
        { kind: 'recurring', state: 'waiting', reviews: 1, lastAt: AT + 2 },
        { kind: 'session', state: 'reviewed', reviews: 2, lastAt: AT + 1 },
      ])
    })

    it('keeps proposals with the end of their review, newest first, of one skill where asked', async () => {
      await said('s', 1)
      await store.claimReview(KEY, CLAIM)
      const refused = {
        ...PROPOSAL,
        id: 'p2',
        skill: 'other',
        status: 'refused' as const,
        rule: 'quotes',
        versionId: null,
      }
      await store.finishReview(KEY, RESULT, [PROPOSAL, { ...refused, at: AT + 1 }])
      expect(await store.modelProposals(9)).toEqual([{ ...refused, at: AT + 1 }, PROPOSAL])
      expect(await store.modelProposals(1)).toHaveLength(1)
      expect(await store.modelProposals(9, 'auto-x')).toEqual([PROPOSAL])
    })

    it('keeps a proposal without a review, over one of its id', async () => {
      await store.noteProposal(PROPOSAL)
      await store.noteProposal({ ...PROPOSAL, reason: 'said by a person' })
      expect(await store.modelProposals(9)).toEqual([{ ...PROPOSAL, reason: 'said by a person' }])
    })
  })
}

const KEY = { engine: 'claude-code', sessionId: 's' }
const CLAIM: ReviewClaim = { run: 'run', pid: 1, at: AT, upTo: AT + 1, staleMs: 60_000, alive: () => true }
const RESULT: ReviewResult = { state: 'reviewed', upTo: AT + 1, reason: 'a person corrected', run: 'run', at: AT }
const PROPOSAL: ProposalRecord = {
  id: 'p1',
  subject: 's',
  skill: 'auto-x',
  operation: 'create',
  status: 'staged',
  rule: null,
  reason: 'new',
  proposal: '{}',
  calls: ['call-1'],
  versionId: 'version-1',
  at: AT,
}

type Needs = AsyncDisposable & ReviewStore & TurnStore
