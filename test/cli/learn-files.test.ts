import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from './command-line.ts'
import { waitingIn } from './handoff.ts'

const ENV = { WAYLAND_MODEL_PROVIDER: 'handoff', WAYLAND_DAEMON_AUTOSTART: 'off' }

function given(home: Home, name: string, text: string): string {
  const path = join(home.root, name)
  writeFileSync(path, text)
  return path
}

const run = (id: string, success: boolean, wish: string) => ({
  ...{ id, success },
  messages: [
    { role: 'user', content: wish },
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', function: { name: 'Bash', arguments: '{"command":"npm run lint"}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '{"exit_code":0}' },
  ],
})

it('learns from a document, and says what it costs at most before it asks', async () => {
  const home = new Home()
  const path = given(home, 'handbook.md', '# Releases\nRun npm run lint first.\n')
  const dry = await home.run(['learn', '--document', path, '--dry-run'], { env: ENV })
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.stdout).toContain('<part id="p1" heading="Releases">\nRun npm run lint first.\n</part>')
  expect(await waitingIn(home)).toEqual([])
  const { code, stderr } = await home.run(['learn', '--document', path], { env: ENV })
  expect({ code, stderr }).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('1 passage to ask about: at most '),
  })
  expect(await waitingIn(home)).toHaveLength(1)
}, 60_000)

it('learns from conversations, each with the outcome that it says it came to', async () => {
  const home = new Home()
  const lines = [
    run('a', true, 'release it; always lint first'),
    run('b', false, 'never push tags by hand, release it'),
  ]
  const path = given(home, 'runs.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))
  const dry = await home.run(['learn', '--conversations', path, '--dry-run'], { env: ENV })
  expect(dry.stdout).toContain('2 sessions would be reviewed')
  expect(JSON.parse((await home.run(['explain', '--json'])).stdout)).toEqual({ turns: [] })
  expect(await home.run(['learn', '--conversations', path], { env: ENV })).toMatchObject({ code: 3 })
  const inputs = (await waitingIn(home)).map(({ input }) => /outcome="(\w+)"/.exec(input)?.[1])
  expect(inputs.toSorted()).toEqual(['failure', 'success'])
}, 60_000)

const CHAT = [
  { role: 'user', content: 'Write a poem about the sea.' },
  { role: 'assistant', content: 'The sea' },
  { role: 'user', content: 'Please stop using rhymes.' },
  { role: 'assistant', content: 'Sure.' },
]
const SAID = CHAT.map(({ role, content: value }) => ({ from: role === 'user' ? 'human' : 'gpt', value }))

it.each<[string, unknown]>([
  ['WildChat', { conversation_hash: 'a1', model: 'm', conversation: CHAT }],
  ['ShareGPT', { id: 'a1', conversations: SAID }],
  ['a history', { id: 'a1', history: CHAT }],
  [
    'a history of pairs',
    {
      id: 'a1',
      history: [
        ['Write a poem about the sea.', 'The sea'],
        ['Please stop using rhymes.', 'Sure.'],
      ],
    },
  ],
])(
  'reads the conversations of %s, where one clear wish is enough',
  async (_, row) => {
    const home = new Home()
    for (const text of [`${JSON.stringify(row)}\n`, JSON.stringify([row], undefined, 2)]) {
      const dry = await home.run(['learn', '--conversations', given(home, 'chats.json', text), '--dry-run'], {
        env: ENV,
      })
      expect(dry.stdout).toContain('session openai-chat:a1: correction')
      expect(dry.stdout).toContain('Please stop using rhymes.')
    }
  },
  60_000,
)

it('names a row that is no conversation, and reads the others', async () => {
  const home = new Home()
  const rows = [JSON.stringify({ nope: 1 }), '{not json', JSON.stringify({ id: 'c', messages: CHAT })]
  const lines = await home.run([
    'learn',
    '--conversations',
    given(home, 'a.jsonl', `${rows.join('\n')}\n`),
    '--dry-run',
  ])
  expect(lines.stdout).toContain('1 session would be reviewed')
  expect(lines.stdout).toMatch(/a\.jsonl, row 1: not read: it is no conversation/)
  expect(lines.stdout).toMatch(/a\.jsonl, line 2: not read: not JSON/)
  const list = JSON.stringify([{ nope: 1 }, { id: 'c', messages: CHAT }])
  const array = await home.run(['learn', '--conversations', given(home, 'a.json', list), '--dry-run'])
  expect(array.stdout).toContain('1 session would be reviewed')
  expect(array.stdout).toContain('a.json, row 1: not read')
}, 60_000)

it('takes of trajectories those that say whether they succeeded', async () => {
  const home = new Home()
  const judged = [
    run('a', true, 'release it; always lint first'),
    run('b', false, 'never push tags by hand, release it'),
  ]
  const path = given(home, 'runs.jsonl', judged.map((line) => JSON.stringify(line)).join('\n'))
  expect((await home.run(['learn', '--trajectories', path, '--dry-run'], { env: ENV })).stdout).toContain(
    '2 sessions would',
  )
  const { success: _, ...open } = run('c', true, 'release it again; always lint first')
  const mixed = given(home, 'mixed.jsonl', [...judged, open].map((line) => JSON.stringify(line)).join('\n'))
  const { code, stdout } = await home.run(['learn', '--trajectories', mixed], { env: ENV })
  expect({ code, stdout }).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('run "c": not reviewed: it does not say whether it succeeded'),
  })
  expect(await waitingIn(home)).toHaveLength(2)
  const none = given(home, 'none.jsonl', JSON.stringify(open))
  expect(await home.run(['learn', '--trajectories', none], { env: ENV })).toMatchObject({ code: 1 })
}, 60_000)

it.each([
  ['no file', ['--document']],
  ['both kinds', ['--document', '--conversations', 'a']],
  ['a time', ['--conversations', 'a', '--since', '2d']],
  ['a file that is not there', ['--conversations', 'nowhere.jsonl']],
  ['a document that is not there', ['--document', 'nowhere.md']],
])('refuses %s with what to do next', async (_, words) => {
  const { code, stderr } = await new Home().run(['learn', ...words], { env: ENV })
  expect(code).toBeGreaterThan(0)
  expect(stderr).toMatch(/^Error: .*\nTry: .+\n$/)
})
