import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSkillLoop, type SkillLoop } from 'wayland-core'
import { REST_MS } from '../../src/domain/rest.ts'
import { turnFromWire } from '../../src/domain/wire.ts'
import { scratch } from '../scratch.ts'
import type { Driver } from './drivers/driver.ts'
import { driverOf } from './drivers/drivers.ts'
import { PROGRAMS } from './programs.ts'
import { FIXTURES, filesBelow } from './record.ts'
import { type Recorded, recordedIn } from './records.ts'
import { BROKEN, DENIED, ENDED, FAILING, INTERRUPTED, OUTCOMES, REWORDED, SESSIONS } from './tasks.ts'

interface Call {
  readonly words: readonly string[]
  readonly input: unknown
}

const RESTED = new Date(Date.now() - 2 * REST_MS)

/** A home with what a program wrote, as if it had just run there. */
class ReplayedHome {
  readonly home = scratch()
  readonly data = join(this.home, 'data')
  readonly calls: readonly Call[]

  constructor(folder: string) {
    for (const file of filesBelow(folder)) {
      const copy = join(this.home, relative(folder, file))
      mkdirSync(dirname(copy), { recursive: true })
      writeFileSync(copy, readFileSync(file, 'utf8').replaceAll('/home/person', this.home))
      // Its sessions rest: words at the end of one that is still written to would wait.
      utimesSync(copy, RESTED, RESTED)
    }
    const lines = readFileSync(join(this.home, 'calls.jsonl'), 'utf8').trimEnd().split('\n')
    this.calls = lines.map((line) => JSON.parse(line) as Call)
  }

  open(): Promise<SkillLoop> {
    return openSkillLoop({ env: { HOME: this.home, WAYLAND_CONFIG_DIR: this.home, WAYLAND_DATA_DIR: this.data } })
  }

  get recorded(): readonly Recorded[] {
    return recordedIn(this.data)
  }
}

/** What a hook or a plugin told the program, told once more. */
async function tell(loop: SkillLoop, { words: [command = '', engine = '', ...rest], input }: Call): Promise<void> {
  if (command === 'observe') await loop.endOfRun(turnFromWire(input))
  if (command !== 'hook') return
  const argument = rest.at(-1)?.startsWith('{') === true ? (JSON.parse(rest.at(-1) ?? '') as unknown) : undefined
  await loop.upkeep.receive(engine, argument ?? input, { asItIs: true })
}

const names = existsSync(FIXTURES)
  ? readdirSync(FIXTURES, { withFileTypes: true }).filter((one) => one.isDirectory())
  : []

describe.each(names.map(({ name }) => name))('what %s wrote', (name) => {
  const program = PROGRAMS.find(({ binary, version }) => name === `${binary}-${version}`)
  const driver = driverOf(program?.agent ?? 'claude-code')
  const mayDeny = driver.asksNobody === undefined ? [DENIED] : []

  it('is of a pinned program', () => expect(program).toBeDefined())

  it('gives the outcomes that the program was seen to have, told by its hooks', async () => {
    const replayed = new ReplayedHome(join(FIXTURES, name))
    await using loop = await replayed.open()
    for (const call of replayed.calls) await tell(loop, call)
    judge(driver, replayed.recorded, [...SESSIONS, REWORDED, FAILING, ...mayDeny])
  })

  it.skipIf(!existsSync(join(FIXTURES, name, driver.sessions)))(
    'gives the same outcomes when it is imported',
    async () => {
      const replayed = new ReplayedHome(join(FIXTURES, name))
      await using loop = await replayed.open()
      await loop.upkeep.import(driver.agent, join(replayed.home, driver.sessions))
      judge(driver, replayed.recorded, [...SESSIONS, REWORDED, FAILING, BROKEN, INTERRUPTED, ENDED, ...mayDeny])
    },
  )
})

/** Every turn has an outcome that it may have, and none is missing of those that must be there. */
function judge({ hidesErrors }: Driver, turns: readonly Recorded[], wanted: readonly string[]): void {
  const allowed = (request: string) => {
    if (/^[/$](skill:)?auto-[\w-]+$/.test(request)) return ['success']
    return request === BROKEN && hidesErrors !== undefined ? ['unknown'] : OUTCOMES.get(request)
  }
  for (const { request, outcome } of turns) expect(allowed(request), request).toContain(outcome)
  expect(turns.map(({ request }) => request)).toEqual(expect.arrayContaining([...wanted]))
}
