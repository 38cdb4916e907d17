import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recordedIn } from '../agents/records.ts'
import { Home } from './command-line.ts'

// What Qwen Code 0.24.4 wrote of a run that its server refused with 400: no hook followed the prompt's.
const SESSION = '00000000-0000-4000-8000-000000000110'
const WRITTEN = join(import.meta.dirname, '../fixtures/agents/qwen-0.24.4/.qwen/projects/-home-person-project/chats')
const REFUSED = 'profile the slow start of the server'
const ENV = { WAYLAND_DAEMON_AUTOSTART: 'off' }

function session(home: Home) {
  const folder = join(home.root, '.qwen', 'projects', 'p', 'chats')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${SESSION}.jsonl`)
  const payload = { session_id: SESSION, cwd: home.work, transcript_path: path }
  const tell = (name: string, more: object = {}) =>
    home.run(['hook', 'qwen', name], {
      stdin: JSON.stringify({ ...payload, hook_event_name: name, ...more }),
      env: ENV,
    })
  return { path, tell }
}

const turnsOf = (home: Home) => recordedIn(home.data).map(({ request, outcome }) => [request, outcome])
const waiting = (home: Home) => readdirSync(join(home.data, 'spool')).filter((name) => name.endsWith('.json')).length

it('records a run of Qwen that broke off without a hook as a failure, after a later look at its transcript', async () => {
  const home = new Home()
  const { path, tell } = session(home)
  copyFileSync(join(WRITTEN, `${SESSION}.jsonl`), path)
  await tell('UserPromptSubmit', { prompt: REFUSED })
  await home.run(['daemon', 'run', '--once'], { env: ENV })
  expect(turnsOf(home)).toEqual([[REFUSED, 'failure']])
})

it('has one event of a turn that ends as usual: its end', async () => {
  const home = new Home()
  const { tell } = session(home)
  await tell('UserPromptSubmit', { prompt: REFUSED, prompt_id: `${SESSION}########0` })
  await tell('Stop', { prompt_id: `${SESSION}########0` })
  expect(waiting(home)).toBe(1)
  const [job = ''] = readdirSync(join(home.data, 'spool')).filter((name) => name.endsWith('.json'))
  expect(JSON.parse(readFileSync(join(home.data, 'spool', job), 'utf8'))).not.toHaveProperty('onlyTold')
})

it('leaves a run of Qwen that goes on, and takes its end when that is told', async () => {
  const home = new Home()
  const { path, tell } = session(home)
  const [prompt = '', ...rest] = readFileSync(join(WRITTEN, `${SESSION}.jsonl`), 'utf8').split('\n')
  writeFileSync(path, `${prompt}\n`)
  await tell('UserPromptSubmit', { prompt: REFUSED })
  await home.run(['daemon', 'run', '--once'], { env: ENV })
  expect(turnsOf(home)).toEqual([])
  expect(waiting(home)).toBe(1)
  writeFileSync(path, [prompt, ...rest].join('\n'))
  await home.run(['daemon', 'run', '--once'], { env: ENV })
  expect(turnsOf(home)).toEqual([[REFUSED, 'failure']])
  expect(waiting(home)).toBe(0)
})
