// How long does a command take from start to end, against `node -e 0` in the same environment? Over the built program,
// with twenty skills.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram } from './built-program.ts'
import { median } from './median.ts'

const ROUNDS = 21
const home = mkdtempSync(join(tmpdir(), 'wayland-bench-'))
const { main: MAIN, env } = builtProgram('bench:cli-start', home)
for (let i = 0; i < 20; i++) {
  const name = `skill-${'abcdefghijklmnopqrst'[i]}`
  const folder = join(home, 'config', 'wayland-core', 'skills', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'SKILL.md'),
    `---\nname: ${name}\ndescription: Reviews part ${i} of the branch.\n---\n\nLook.\n`,
  )
}
const turn = JSON.stringify({ user_input: 'review the changes on the branch', outcome: 'success' })
const commands = {
  'node -e 0': { args: ['-e', '0'], input: '' },
  '--version': { args: [MAIN, '--version'], input: '' },
  route: { args: [MAIN, 'route', 'review the branch', '--json'], input: '' },
  observe: { args: [MAIN, 'observe'], input: `${turn}\n` },
}
const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]))
for (let round = -1; round < ROUNDS; round++)
  for (const [name, { args, input }] of Object.entries(commands)) {
    const start = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { env, input })
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
    // The first round makes the database and warms the file cache.
    if (round >= 0) times.get(name)?.push(performance.now() - start)
  }
rmSync(home, { recursive: true })

const bare = median(times.get('node -e 0') ?? [])
console.log(`median of ${ROUNDS} rounds`)
for (const [name, values] of times)
  console.log(
    `${name.padEnd(10)} ${median(values).toFixed(0).padStart(5)} ms   × ${(median(values) / bare).toFixed(2)}`,
  )
