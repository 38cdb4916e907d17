import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { hydrate } from '../../src/service/offers/hydration.ts'
import type { PromptRow } from '../../src/store/skill-records.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd, turn, withDraft } from './home.ts'

const row = (skillName: string, scorer: string, score: number, more: Partial<PromptRow> = {}): PromptRow => ({
  id: `${skillName} ${scorer} ${score} ${more.generation ?? 0}`,
  skillName,
  parentId: null,
  promptBody: '',
  score,
  scoreMeasured: scorer === 'bench',
  scorer,
  generation: 0,
  createdAt: 1,
  metadata: null,
  ...more,
})

/** Records so many outcomes for an arm. */
async function use(store: Store, name: string, successes: number, failures = 0): Promise<void> {
  for (let i = 0; i < successes + failures; i++) {
    const id = `${name}-${i}-${Math.random()}`
    const none = { engine: null, sessionId: null, promptId: null, projectDir: null }
    const decision = {
      id,
      at: 1,
      task: 't',
      ...none,
      pick: name,
      reason: 'picked' as const,
      propensity: 1,
      version: null,
      kind: '',
      holdout: 0,
      weighed: [],
      candidates: [],
    }
    await store.addDecision(decision)
    await store.settle(id, i < successes ? 'success' : 'failure', 1)
  }
}

async function seeds(store: Store, names: readonly string[]): Promise<Record<string, string>> {
  const offered = new Set(names)
  const { seeds } = hydrate(store, {
    count: async () => names.length,
    records: async () => (await store.arms()).filter(({ name }) => offered.has(name)),
  })
  const { counts } = await store.knowledge(names, '')
  const of = await seeds(
    names.map((name) => ({ name, origin: 'auto' as const })),
    counts,
  )
  return Object.fromEntries([...of].map(([name, { successes, failures }]) => [name, `${successes}/${failures}`]))
}

describe('hydrate', () => {
  it('takes a measured row before a prior, the best row of each, and a prior for half', async () => {
    const store = memoryStore()
    await store.addPrompt(row('both', 'auto_drafter', 0.7))
    await store.addPrompt(row('both', 'bench', 0.5))
    await store.addPrompt(row('both', 'bench', 0.3, { generation: 1 }))
    await store.addPrompt(row('draft', 'auto_drafter', 0.7))
    await store.addPrompt(row('low', 'bench', 0.09))
    await store.addPrompt(row('low', 'auto_drafter', 0.9))
    await store.addPrompt(row('bad', 'bench', 0.2))
    await store.addPrompt(row('hidden', 'bench', 1))
    expect(await seeds(store, ['both', 'draft', 'low', 'bad', 'none'])).toEqual({
      both: '3/0',
      draft: '2/0',
      low: '2.5/0',
      bad: '1/4',
      none: '0/0',
    })
  })

  it('gives a head start by recorded success, and none to what has no record or a bad one', async () => {
    const store = memoryStore()
    expect(await seeds(store, ['a', 'b', 'c', 'd'])).toEqual({ a: '0/0', b: '0/0', c: '0/0', d: '0/0' })
    await use(store, 'd', 3)
    await use(store, 'c', 0, 2)
    expect(await seeds(store, ['a', 'b', 'c', 'd'])).toEqual({ a: '0/0', b: '0/0', c: '0/0', d: '1.5/0' })
  })

  it('lets a row keep a name from a head start, and a prior yield to a bad record', async () => {
    const store = memoryStore()
    await store.addPrompt(row('draft', 'auto_drafter', 0.7))
    await use(store, 'draft', 2, 1)
    expect(await seeds(store, ['draft'])).toEqual({ draft: '2/0' })
    await use(store, 'draft', 0, 3)
    expect(await seeds(store, ['draft'])).toEqual({ draft: '0/0' })
  })
})

describe('route', () => {
  it('has no pick and says why where there are no skills', async () => {
    const loop = await new Home().open()
    expect(await loop.route({ text: REVIEW })).toMatchObject({ pick: null, reason: 'no_candidates', candidates: [] })
  })

  it('picks the skill for its task, names its file and leaves the choice to the model', async () => {
    const { home, loop } = await withDraft()
    const { pick, reason, candidates } = await loop.route({ text: 'please give the branch a review' })
    expect(reason).toBe('picked')
    expect(pick).toMatchObject({ skill: REVIEW_SKILL, path: `${home.skills}/${REVIEW_SKILL}/SKILL.md` })
    expect(pick?.hint).toContain(pick?.path)
    expect(pick?.hint).toContain('ignore')
    expect(pick?.hint.split('\n')).toHaveLength(1)
    expect(pick?.propensity).toBeGreaterThan(0)
    expect(candidates[0]).toMatchObject({
      skill: REVIEW_SKILL,
      relevance: expect.any(Number),
      mean: expect.any(Number),
    })
  })

  it('reads a request that goes on with an earlier one of its session together with that', async () => {
    const loop = await new Home().open({ settings: { 'router.holdout': 0 } })
    await drafted(loop)
    const next = 'and now for the other one'
    const best = async (text: string, sessionId?: string) =>
      (await loop.route({ text, ...(sessionId === undefined ? {} : { sessionId }) })).candidates[0]?.relevance ?? 0
    await best(REVIEW, 's')
    const [thanks, alone] = [await best('thanks'), await best(next)]
    expect(await best('thanks', 's')).toBe(thanks)
    expect(await best(next, 's')).toBeGreaterThan(0.5)
    expect(await best(next, 't')).toBe(alone)
    expect(alone).toBeLessThan(0.1)
  })

  it('offers nothing for a task that no skill fits', async () => {
    const loop = await new Home().open()
    await drafted(loop)
    expect(await loop.route({ text: 'what should I cook for dinner tonight' })).toMatchObject({
      pick: null,
      reason: 'below_threshold',
    })
  })

  it('takes the skill that a task forces, and goes on as ever where there is none of that name', async () => {
    const loop = await new Home().open()
    await drafted(loop)
    const forced = await loop.route({ text: `cook dinner @@skill=${REVIEW_SKILL} now` })
    expect(forced).toMatchObject({ reason: 'forced', pick: { skill: REVIEW_SKILL, propensity: 1 } })
    expect((await loop.route({ text: 'cook dinner @@skill=nobody' })).pick).toBeNull()
  })

  it('never offers what is archived or revoked, nor a draft where only reviewed skills are offered', async () => {
    const { home, loop } = await withDraft()
    const strict = await home.open({ settings: { 'router.offer': 'active' } })
    expect((await strict.route({ text: REVIEW })).reason).toBe('no_candidates')
    expect((await strict.route({ text: `@@skill=${REVIEW_SKILL}` })).pick).toBeNull()
    await loop.review.move(REVIEW_SKILL, 'archive')
    expect((await loop.route({ text: REVIEW })).reason).toBe('no_candidates')
    await expect(loop.load(REVIEW_SKILL)).rejects.toMatchObject({ code: 'no_such_skill' })
  })

  it('logs every decision with its candidates and propensity, redacted', async () => {
    const { home, loop } = await withDraft()
    const made = await loop.route({ text: REVIEW, sessionId: 's', promptId: 'q', engine: 'codex', projectDir: '/p' })
    const none = await loop.route({ text: 'cook dinner for me@example.com tonight' })
    const db = new Sqlite(home.database, { readonly: true })
    const rows = db.prepare('SELECT * FROM decisions ORDER BY rowid').all() as Record<string, unknown>[]
    db.close()
    expect(rows).toMatchObject([
      {
        id: made.id,
        task: REVIEW,
        engine: 'codex',
        session_id: 's',
        prompt_id: 'q',
        project_dir: '/p',
        reason: 'picked',
      },
      { id: none.id, pick: null, reason: 'below_threshold' },
    ])
    expect(rows[0]).toMatchObject({ pick: REVIEW_SKILL, propensity: made.pick?.propensity, outcome: null })
    expect(JSON.parse(String(rows[0]?.weighed_json))).toMatchObject([
      { skill: REVIEW_SKILL, relevance: made.candidates[0]?.relevance, propensity: 1, seeds: { successes: 2 } },
    ])
    expect(rows[0]).toMatchObject({ number: 1, kind: 'branch-changes-review', first: REVIEW_SKILL, version: '0.1.0' })
    expect(rows[1]).toMatchObject({ number: 2, propensity: 1, weighed_json: '[]' })
    expect(JSON.parse(String(rows[1]?.candidates_json))).toEqual(
      none.candidates.map(({ skill, relevance }) => ({ skill, relevance })),
    )
    expect(rows[1]?.task).not.toContain('me@example.com')
  })

  it('replays with the same seed', async () => {
    const picks = async () => {
      const home = new Home()
      for (const name of ['lint-a', 'lint-b', 'lint-c']) home.write(name, skillMd(name, 'Lint the code.'))
      const loop = await home.open({ settings: { seed: 42 } })
      const out = []
      for (let i = 0; i < 12; i++) out.push((await loop.route({ text: 'lint the code' })).pick?.skill)
      return out
    }
    const first = await picks()
    expect(await picks()).toEqual(first)
    expect(new Set(first).size).toBeGreaterThan(1)
  })

  it.each([{}, { text: 5 }, undefined])('says in words that the task has no text: %j', async (task) => {
    const loop = await new Home().open()
    expect(await loop.route(task as never)).toMatchObject({
      pick: null,
      reason: 'failed',
      error: 'the task has no text: route({ text }) takes what the person asks for',
    })
  })

  it('is a decision and no throw when the database is gone', async () => {
    const { home, loop } = await withDraft()
    const db = new Sqlite(home.database)
    db.exec('DROP TABLE decisions')
    db.close()
    expect(await loop.route({ text: REVIEW })).toMatchObject({
      pick: null,
      reason: 'failed',
      error: expect.any(String),
    })
  })

  it('sees in a running process what another one drafted, what a person put there, and what was learned', async () => {
    const home = new Home()
    const [one, other] = [await home.open(), await home.open()]
    expect((await one.route({ text: REVIEW })).reason).toBe('no_candidates')
    await drafted(other)
    const seen = await one.route({ text: REVIEW })
    expect(seen.pick?.skill).toBe(REVIEW_SKILL)
    await other.reward(seen.id, 'success')
    const mean = (decision: typeof seen) => decision.candidates.find((one) => one.skill === REVIEW_SKILL)?.mean ?? 0
    expect(mean(await one.route({ text: REVIEW }))).toBeGreaterThan(mean(seen))
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    expect((await one.route({ text: 'bake a sourdough bread' })).pick?.skill).toBe('bake')
  })
})

describe('credit', () => {
  const standing = async (home: Home) => (await (await home.open()).review.skills())[0]?.counts

  it('goes to the pick once, by the decision or by session and prompt', async () => {
    const { home, loop } = await withDraft()
    const first = await loop.route({ text: REVIEW })
    expect(await loop.reward(first.id, 'success')).toEqual({ status: 'credited', skill: REVIEW_SKILL })
    expect(await loop.reward(first.id, 'success')).toMatchObject({ status: 'known' })
    await loop.endOfRun(turn('something else entirely', { decisionId: first.id }))
    const second = await loop.route({ text: REVIEW, sessionId: 's', promptId: 'q' })
    await loop.endOfRun(turn('cook dinner', { promptId: 'q', outcome: 'failure' }))
    await expect(loop.reward('nobody', 'success')).rejects.toMatchObject({ code: 'not_found' })
    expect(second.pick?.skill).toBe(REVIEW_SKILL)
    expect(await standing(home)).toEqual({ offered: 2, loaded: 2, successes: 1, failures: 1 })
  })

  it('goes to nobody for an unknown outcome', async () => {
    const { home, loop } = await withDraft()
    const { id } = await loop.route({ text: REVIEW })
    expect(await loop.reward(id, 'unknown')).toMatchObject({ status: 'nothing' })
    expect(await standing(home)).toMatchObject({ successes: 0, failures: 0 })
  })

  it('goes to nobody when the tool calls show that the pick was never loaded', async () => {
    const { home, loop } = await withDraft()
    const used = await loop.route({ text: REVIEW })
    const unused = await loop.route({ text: REVIEW })
    const read = { name: 'Read', input: { file_path: used.pick?.path }, ok: true }
    await loop.endOfRun(turn('cook dinner', { decisionId: used.id, toolCalls: [read] }))
    await loop.endOfRun(turn('cook lunch', { decisionId: unused.id, toolCalls: [] }))
    expect(await standing(home)).toEqual({ offered: 2, loaded: 1, successes: 1, failures: 0 })
  })

  it('moves the arm whichever way the run ended', async () => {
    const loop = await new Home().open()
    await drafted(loop)
    const mean = async () => (await loop.route({ text: REVIEW })).candidates[0]?.mean ?? 0
    const before = await mean()
    const { id } = await loop.route({ text: REVIEW })
    const { outcome: _, ...aborted } = turn('cook', { decisionId: id, stopReason: 'error' })
    await loop.endOfRun(aborted)
    expect(await mean()).toBeLessThan(before)
  })
})
