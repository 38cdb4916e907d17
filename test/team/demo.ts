// npm run demo:team: a server and three people's homes, from a draft of one to what it is worth to all. Everything is in a
// temporary folder and on 127.0.0.1, and is removed at the end.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')
const root = mkdtempSync(join(tmpdir(), 'wayland-team-demo-'))

const env = (who: string) => ({
  ...{ PATH: process.env.PATH, HOME: join(root, who), WAYLAND_DATA_DIR: join(root, who, 'data') },
  // Every third decision offers nothing, so that few tasks show what the skill is worth.
  ...{ WAYLAND_CONFIG_DIR: join(root, who, 'config'), WAYLAND_ROUTER_HOLDOUT: '0.34', WAYLAND_SEED: '7' },
})

/** Runs a command of a person and gives what it printed; `shown` on the terminal, too. */
function run(who: string, words: readonly string[], { input = '', shown = true } = {}): string {
  mkdirSync(join(root, who), { recursive: true })
  if (shown)
    console.log(`\n${who}$ wayland-core ${words.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`)
  const done = (() => {
    try {
      return execFileSync(process.execPath, [MAIN, ...words], { env: env(who), input, encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
      return stdout + stderr
    }
  })()
  if (shown) console.log(done.trimEnd().replace(/^/gm, '  '))
  return done
}

const REQUEST = 'review the changes on the branch'
const CALLS = ['git diff main', 'npm test'].map((command) => ({ name: 'Bash', input: { command }, ok: true }))

try {
  const invitation = run('server', ['team', 'init', 'acme'], { shown: false })
  const server = spawn(process.execPath, [MAIN, 'team', 'serve', '--port', '0', '--json'], { env: env('server') })
  process.once('exit', () => server.kill())
  const { url } = JSON.parse(
    await new Promise<string>((resolve) => server.stdout.once('data', (text: Buffer) => resolve(String(text)))),
  ) as { url: string }
  console.log(`The team is served at ${url}. ann is its admin; bob reviews; cyd is a member.`)
  const joins = (who: string, input: string) => run(who, ['team', 'join', url, '--name', who], { input })
  joins('ann', invitation)
  joins('bob', run('ann', ['team', 'invite', 'reviewer'], { shown: false }))
  joins('cyd', run('ann', ['team', 'invite'], { shown: false }))

  const turns = [1, 2, 3].map((n) => ({
    user_input: REQUEST,
    outcome: 'success',
    session_id: `a${n}`,
    prompt_id: `${n}`,
    tool_calls: CALLS,
  }))
  console.log('\nThree runs of ann make a draft.')
  run('ann', ['observe'], { input: turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''), shown: false })
  run('ann', ['share', 'auto-branch-changes-review', '--name', 'review-branch', '--yes'])
  const { versions } = JSON.parse(run('bob', ['team', 'review', '--json'], { shown: false })) as {
    versions: { id: string }[]
  }
  const id = versions[0]!.id.slice(0, 8)
  run('ann', ['team', 'review', id, 'approve'])
  run('bob', ['team', 'review', id])
  run('bob', ['team', 'review', id, 'approve', '--reason', 'as we do it'])
  for (const who of ['ann', 'bob', 'cyd']) run(who, ['team', 'sync'], { shown: who === 'cyd' })
  run('cyd', ['route', 'please review the changes on my branch'])

  console.log('\nEach works on sixteen tasks: with the skill most succeed, without it half do.')
  for (const who of ['ann', 'bob', 'cyd']) {
    // ann has the skill under the name of the team; her own draft of the same task would stand before it.
    if (who === 'ann') run(who, ['skills', 'archive', 'auto-branch-changes-review'], { shown: false })
    for (let n = 0; n < 16; n++) {
      const route = JSON.parse(
        run(who, ['route', `${REQUEST} number ${n}`, '--json', '--seed', String(n)], { shown: false }),
      ) as {
        decision_id: string
        pick: object | null
      }
      const outcome = route.pick === null ? (n % 2 === 0 ? 'success' : 'failure') : n % 8 === 7 ? 'failure' : 'success'
      run(who, ['reward', route.decision_id, outcome], { shown: false })
    }
    run(who, ['team', 'sync'], { shown: false })
  }
  run('bob', ['team', 'status'])
  run('bob', ['team', 'withdraw', 'review-branch', '--reason', 'the end of the demo'])
  run('cyd', ['team', 'sync'])
  run('ann', ['team', 'ledger', '--verify'])
  server.kill()
  await new Promise((resolve) => server.once('exit', resolve))
} finally {
  rmSync(root, { recursive: true, force: true })
}
