import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimsOf, type Proposal } from '../../src/domain/learning/proposal.ts'
import { Home } from '../cli/command-line.ts'
import { MIGRATION, PROPOSED } from '../domain/learning/session.ts'
import { NOTES } from '../service/recurrence-home.ts'
import { called, connected, WAYS } from './connections.ts'

const PROPOSAL: Proposal = {
  ...{ triage: 'gap', operation: 'create', target: '', reason: 'the client first', skill: PROPOSED, look: [] },
}
const AUDIT = { claims: claimsOf(PROPOSED).map(({ id }) => ({ id, supported: true, reason: '' })) }

/** A home with a session that has rested, and with questions handed to others. */
async function furnished(): Promise<Home> {
  const home = new Home()
  await home.within(async (loop) => {
    for (const [i, { trajectory }] of MIGRATION.turns.entries())
      await loop.endOfRun({
        ...{ ...trajectory, engine: 'claude-code', sessionId: 's1', promptId: `p${i}` },
        timestamp: new Date(Date.now() - 3_600_000 + i),
      })
  })
  mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
  writeFileSync(join(home.config, 'wayland-core', 'config.json'), JSON.stringify({ model: { provider: 'handoff' } }))
  return home
}

interface Next {
  readonly question: { readonly id: string; readonly purpose: string; readonly input: string } | null
  readonly waiting: number
}

describe.each(WAYS)('over %s to a client of the revision %s', (...way) => {
  it('the agent that is connected answers what a review asks, and the draft waits for the person', async () => {
    const home = await furnished()
    expect(await home.run(['learn'])).toMatchObject({ code: 3 })
    const client = await connected(home, way)
    for (const [purpose, value] of [
      ['extract', PROPOSAL],
      ['audit', AUDIT],
    ] as const) {
      const { question, waiting } = (await called(client, 'next_question', {})).value as unknown as Next
      expect({ purpose: question?.purpose, waiting }).toEqual({ purpose, waiting: 1 })
      const { value: said } = await called(client, 'answer_question', { id: question?.id, value })
      const proposals = purpose === 'audit' ? [{ skill: 'prisma-schema-change', status: 'staged' }] : []
      expect(said).toMatchObject({ proposals })
    }
    expect((await called(client, 'next_question', {})).value).toEqual({ question: null, waiting: 0 })
    expect(await home.within(async (loop) => (await loop.review.skill('prisma-schema-change')).status)).toBe('staged')
  })

  it('an answer to a question that does not wait is refused in words', async () => {
    const client = await connected(await furnished(), way)
    const result = await client.callTool({ name: 'answer_question', arguments: { id: '../../x', value: {} } })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('waits for an answer') }] })
  })
})

it('an answer about the requests of a project goes on to its drafts', async () => {
  const home = await furnished()
  await home.within(async (loop) => {
    for (const [i, userInput] of NOTES.entries())
      await loop.endOfRun({
        ...{
          userInput,
          outcome: 'success',
          engine: 'codex',
          sessionId: `n${i}`,
          promptId: 'p',
          projectDir: '/work/app',
        },
        toolCalls: [{ name: 'Bash', input: { command: 'npx cspell docs/RELEASE.md' }, ok: true }],
      })
  })
  expect(await home.run(['learn', '--recurring'])).toMatchObject({ code: 3 })
  const client = await connected(home, WAYS[0]!)
  const { question } = (await called(client, 'next_question', {})).value as unknown as Next
  expect(question?.purpose).toBe('recurring')
  const requests = question?.input.match(/^r[0-9a-f]{6}/gm)
  const value = { tasks: [{ task: 'proofread the release text', name: '', requests, why: 'spelling' }] }
  const { value: said } = await called(client, 'answer_question', { id: question?.id, value })
  expect(said).toMatchObject({ proposals: [{ operation: 'recurring', status: 'staged' }], waiting: 0 })
})
