import { expect, it } from 'vitest'
import type { Proposal } from '../../src/domain/learning/proposal.ts'
import { claimsOf } from '../../src/domain/learning/proposal.ts'
import { MIGRATION, PROPOSED } from '../domain/learning/session.ts'
import { Home } from './command-line.ts'
import { answerIn, waitingIn } from './handoff.ts'

const ENV = { WAYLAND_MODEL_PROVIDER: 'handoff', WAYLAND_DAEMON_AUTOSTART: 'off' }
const PROPOSAL: Proposal = {
  ...{ triage: 'gap', operation: 'create', target: '', reason: 'the client first', skill: PROPOSED, look: [] },
}
/** A second reading that bears out all statements but the first. */
const AUDIT = { claims: claimsOf(PROPOSED).map(({ id }, i) => ({ id, supported: i > 0, reason: '' })) }

it('learns from a session by questions that wait in files, and says at each step what to do', async () => {
  const home = new Home()
  const turns = MIGRATION.turns.map(({ trajectory: { userInput, outcome, toolCalls } }, i) => ({
    ...{ user_input: userInput, outcome, session_id: 's1', prompt_id: `p${i}`, engine: 'claude-code' },
    timestamp: new Date(Date.now() - 3_600_000 + i).toISOString(),
    tool_calls: toolCalls,
  }))
  await home.run(['observe'], { stdin: turns.map((turn) => JSON.stringify(turn)).join('\n') })
  const learn = () => home.run(['learn'], { env: ENV })

  const dry = await home.run(['learn', '--dry-run'])
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.stdout).toContain('always run npm run lint before you say that you are done')
  expect(dry.stdout).toContain('1 session would be reviewed')
  expect(await home.run(['learn'])).toMatchObject({ code: 2 })

  for (const [purpose, answer] of [
    ['extract', PROPOSAL],
    ['audit', AUDIT],
    // The first statement fell: the model is asked once more, and answers the same.
    ['extract', PROPOSAL],
  ] as const) {
    const waiting = await learn()
    expect(waiting).toMatchObject({ code: 3 })
    expect(waiting.stdout).toContain('lie in handoff/ of the data folder')
    const asked = await waitingIn(home)
    expect(asked).toMatchObject([{ purpose }])
    await answerIn(home, asked[0]?.id ?? '', answer)
  }
  const done = await learn()
  expect(done).toMatchObject({ code: 0 })
  expect(done.stdout).toContain('create prisma-schema-change: waits for you')
  const shown = (await home.run(['show', 'prisma-schema-change', '--all'])).stdout
  expect(shown).toContain('by a language model, from evidence')
  expect(shown).toContain('left out "Run the linter')
  expect(shown).toMatch(
    /^Proposed by a model\n\w{12} .* create +staged +3 calls of .*, tokens unknown +session claude-code:/m,
  )
  const turn = (await home.run(['explain', '--json'])).json<{ turns: { turn_id: string }[] }>().turns[0]!.turn_id
  expect((await home.run(['explain', turn])).stdout).toMatch(
    /^session +reviewed \d{4}-\d\d-\d\d: experience, correction; create: /m,
  )
  const usage = (await home.run(['model', 'usage'])).stdout
  expect(usage).toContain('prisma-schema-change')
  expect(await home.run(['skills', 'promote', 'prisma-schema-change'])).toMatchObject({ code: 0 })
}, 60_000)

it('says which sessions still rest, lists ids, and takes one by its id', async () => {
  const home = new Home()
  const turn = { user_input: 'Please stop using rhymes', outcome: 'success', prompt_id: 'p', engine: 'codex' }
  const lines = [
    { ...turn, session_id: 'chat-new', timestamp: new Date().toISOString() },
    { ...turn, session_id: 'chat-old', timestamp: new Date(Date.now() - 7_200_000).toISOString() },
  ]
  expect((await home.run(['learn', 'list'])).stdout).toContain('No session is recorded')
  await home.run(['observe'], { stdin: lines.map((line) => JSON.stringify(line)).join('\n') })
  const learned = await home.run(['learn'], { env: ENV })
  expect(learned.stdout).toContain(
    '1 more went on less than half an hour ago. Take one now with its id: wayland-core learn chat-new',
  )
  const listed = (await home.run(['learn', 'list'])).stdout
  expect(listed).toMatch(/^chat-new +codex +1 .* resting$/m)
  expect(listed).toMatch(/^chat-old +codex +1 .* waiting$/m)
  const json = (await home.run(['learn', 'list', '--json'])).json<{ sessions: { session_id: string }[] }>()
  expect(json.sessions.map(({ session_id }) => session_id)).toEqual(['chat-new', 'chat-old'])
  expect((await home.run(['learn', 'chat-x'], { env: ENV })).stderr).toContain('wayland-core learn list')
  expect(await home.run(['learn', 'chat-new'], { env: ENV })).toMatchObject({ code: 3 })
}, 60_000)

it.each([
  ['two sessions', ['learn', 'a', 'b']],
  ['a session and a time', ['learn', 'a', '--since', '2d']],
  ['a time that is none', ['learn', '--since', 'soon']],
  ['a prompt that is none', ['model', 'prompts', 'spell']],
  ['a word after model', ['model', 'please']],
])('refuses %s with what to do next', async (_, words) => {
  const { code, stderr } = await new Home().run(words, { env: ENV })
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 2 })
})
