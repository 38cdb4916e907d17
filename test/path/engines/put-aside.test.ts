import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { turn } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

/** Words of a draft that no turn has. */
const IN_A_DRAFT = ' successful turns\n'
const DRAFT = 'auto-branch-changes-review'

/** Environment in which a process comes to no good end as soon as it opens a path, or works on a text, with this in it. */
function stumbling(home: AgentHome, word: string, how: 'hangs' | 'aborts'): Record<string, string> {
  const file = join(home.root, `${how}.cjs`)
  // It blocks the thread without a core of its own, which others need.
  const end = how === 'hangs' ? 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)' : 'process.abort()'
  writeFileSync(
    file,
    `const hooked = (on, name, subject) => {
       const real = on[name]
       on[name] = function (...given) {
         if (String(subject(this, given)).includes(${JSON.stringify(word)})) ${end}
         return real.apply(this, given)
       }
     }
     for (const fs of [require('node:fs'), require('node:fs/promises')])
       for (const name of ['open', 'openSync', 'readFile']) if (fs[name]) hooked(fs, name, (_, [path]) => path)
     for (const name of ['split', 'replace', 'matchAll', 'normalize']) hooked(String.prototype, name, (text) => text)`,
  )
  return { NODE_OPTIONS: `--require=${file}`, WAYLAND_DAEMON_STUCK_MS: '2000' }
}

/** Ends of daemons that were started one after the other, until one stays. */
async function ends(home: AgentHome, env: Record<string, string>, stays: () => Promise<boolean>): Promise<unknown[]> {
  const seen: unknown[] = []
  for (;;) {
    const daemon = home.start(['daemon', 'run'], { env })
    const exit = once(daemon, 'exit')
    const end = await Promise.race([exit, home.until(async () => (await stays()) && 'stays')])
    if (end === 'stays') {
      daemon.kill('SIGTERM')
      await exit
      return seen
    }
    seen.push((end as unknown[])[1])
  }
}

const log = (home: AgentHome) => readFileSync(join(home.data, 'daemon.log'), 'utf8')

async function ended(home: AgentHome, session: string): Promise<void> {
  write(agent, home.root, review(session))
  silent(await home.hook(agent, 'end', review(session)))
}

it('a streak whose drafting ends each process is put aside, named and tried again', async () => {
  const home = new AgentHome()
  const aborting = await home.observe(
    [1, 2, 3].map((n) => turn('review the changes on the branch', `s${n}`)),
    { env: stumbling(home, IN_A_DRAFT, 'aborts') },
  )
  expect(aborting.code).toBe(null)
  const env = stumbling(home, IN_A_DRAFT, 'hangs')
  const idle = async () =>
    (await home.heard()) !== undefined && (await home.within((l) => l.upkeep.putAside())).length === 1
  expect(await ends(home, env, idle)).toEqual(['SIGKILL', 'SIGKILL'])
  expect(log(home)).toContain('stuck for 2 s while it was at')
  expect(log(home)).toContain('branch-changes-review')

  // Named, with what to do; what comes after it is learned, also in the very surroundings in which it fails.
  const status = await home.run(['status'], { env })
  expect(status.stdout).toMatch(/draft\s.*branch-changes-review\s+each process that drafted it ended/)
  expect(status.stdout).toContain('Try it again: wayland-core daemon retry')
  expect((await home.run(['doctor'])).stdout).toContain('branch-changes-review was put aside')

  const retried = await home.run(['daemon', 'retry'])
  expect([retried.code, retried.stdout]).toEqual([0, 'tried again: 1\n'])
  expect((await home.run(['skills'])).stdout).toContain(DRAFT)
  expect((await home.run(['daemon', 'retry'])).stdout).toBe('nothing was put aside\n')
})

it('an event that ends each process that reads it is put aside, and those after it are read', async () => {
  const home = new AgentHome()
  await ended(home, 'bad')
  await ended(home, 'good')
  const env = stumbling(home, 'bad.jsonl', 'aborts')
  const idle = async () => (await home.heard())?.waiting === 0
  expect(await ends(home, env, idle)).toEqual(['SIGABRT', 'SIGABRT', 'SIGABRT'])
  expect(await home.recorded()).toBe(1)
  expect((await home.run(['status'])).stdout).toMatch(
    /event\s.*claude-code, session bad\s+each process that read it ended/,
  )
  expect(log(home)).toContain('an event was put aside')
  expect((await home.run(['daemon', 'retry'])).code).toBe(0)
  expect(await home.recorded()).toBe(2)
})

it('the process of a prompt may be ended at an event several times, and the event is read all the same', async () => {
  const home = new AgentHome()
  await ended(home, 'bad')
  const env = { ...stumbling(home, 'bad.jsonl', 'aborts'), WAYLAND_HOOK_DIRECT_MS: '20000' }
  // The command that `install` writes exits with 0 all the same.
  for (let n = 0; n < 3; n++)
    expect(await home.hook(agent, 'prompt', review(`p${n}`), { env })).toMatchObject({ code: null, stdout: '' })
  expect(await home.status()).toMatchObject({ turns: 1, put_aside: 0 })
})

it('a daemon that hangs is ended by "daemon stop", and the next one comes to work', async () => {
  const home = new AgentHome()
  const env = { ...stumbling(home, 'bad.jsonl', 'hangs'), WAYLAND_DAEMON_STUCK_MS: '600000' }
  const daemon = await home.daemon({ env })
  const exit = once(daemon, 'exit')
  await ended(home, 'bad')
  await home.until(async () => (await home.heard()) === undefined)
  expect(await home.run(['daemon', 'stop'])).toMatchObject({
    code: 0,
    stdout: `stopped process ${daemon.pid}, before its work was finished\n`,
  })
  expect(await exit).toEqual([null, 'SIGKILL'])
  await home.daemon()
  await home.until(async () => (await home.recorded()) === 1)
})
