import { expect, it } from 'vitest'
import { NOTES } from '../service/recurrence-home.ts'
import { Home } from './command-line.ts'
import { answerIn, waitingIn } from './handoff.ts'

const ENV = { WAYLAND_MODEL_PROVIDER: 'handoff', WAYLAND_DAEMON_AUTOSTART: 'off' }

it('finds a task that recurs in other words, by a question that waits in a file', async () => {
  const home = new Home()
  const turns = NOTES.map((text, i) => ({
    ...{ user_input: text, outcome: 'success', session_id: `s${i}`, prompt_id: 'p', project_dir: '/work/app' },
    ...{ engine: 'codex', timestamp: new Date(Date.now() - (9 - i) * 3_600_000).toISOString() },
    tool_calls: [{ name: 'Bash', input: { command: 'npx cspell docs/RELEASE.md' }, ok: true }],
  }))
  const recorded = await home.run(['observe'], { stdin: turns.map((turn) => JSON.stringify(turn)).join('\n') })
  const [first] = recorded.stdout
    .split('\n')
    .map((line) => (line === '' ? {} : JSON.parse(line)) as { turn_id: string })
  const learn = (...more: readonly string[]) => home.run(['learn', '--recurring', ...more], { env: ENV })

  const dry = await learn('--dry-run')
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.stdout).toContain('requests of /work/app: recurrence by meaning; recurring@2 would send:')
  expect(dry.stdout).toContain(NOTES[1])
  expect(dry.stdout).toContain('0 sessions would be reviewed, 1 list of requests read')

  const waiting = await learn()
  expect(waiting).toMatchObject({ code: 3 })
  const questions = await waitingIn(home)
  expect(questions).toMatchObject([{ purpose: 'recurring' }])
  const requests = questions[0]?.input.match(/^r[0-9a-f]{6}/gm)
  const answer = { tasks: [{ task: 'proofread the release text', name: '', requests, why: 'spelling' }] }
  await answerIn(home, questions[0]?.id ?? '', answer)

  const done = await learn()
  expect(done).toMatchObject({ code: 0 })
  expect(done.stdout).toContain('3 requests, "proofread the release text": drafted as auto-proofread-release-text.')
  expect(done.stdout).toContain('0 sessions reviewed, requests of 1 project read')
  expect((await home.run(['status'])).stdout).toMatch(
    /reviewed +1 project; the last on [\d-]+; 1 call and 0 tokens in 30 days, and those of 1 call unknown/,
  )
  const explained = await home.run(['explain', first?.turn_id ?? ''])
  expect(explained.stdout).toContain('a model called it one task with 2 others')
  expect((await home.run(['show', 'auto-proofread-release-text'])).stdout).toContain('npx cspell docs/RELEASE.md')
  expect(JSON.parse((await learn('--json')).stdout)).toMatchObject({ skipped: {}, tasks: [], calls: 0 })
}, 60_000)

it('refuses a session beside it', async () => {
  expect(await new Home().run(['learn', '--recurring', 's1'], { env: ENV })).toMatchObject({ code: 2 })
})
