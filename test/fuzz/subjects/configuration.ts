import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/config/config.ts'
import { OPTIONS, variableOf } from '../../../src/config/options.ts'
import { type Below, changed } from '../mutation.ts'
import { refusingOnly } from './fixtures.ts'

/** The configuration file and the variables: refused naming what is wrong, or every option within its bounds. */
export async function fuzzConfiguration() {
  const home = mkdtempSync(join(tmpdir(), 'wayland-fuzz-'))
  mkdirSync(join(home, 'wayland-core'))
  const file = join(home, 'wayland-core', 'config.json')
  const files = [
    Buffer.from(JSON.stringify(Object.fromEntries(OPTIONS.map(({ key, default: value }) => [key, value])))),
    Buffer.from(
      '{"bucket": {"threshold": 3, "scope": "project"}, "retention.maxMb": 10, "bank.libraries": ["a", "b"]}',
    ),
    Buffer.from(
      '{"router": {"offer": "active", "precision": 0.25}, "skills": "off", "draft.gates": "none", "seed": -7}',
    ),
  ]
  function once(below: Below): void {
    writeFileSync(file, changed(files, below))
    const value = changed(files, below).toString('utf8').replaceAll('\0', '').slice(0, 40)
    const env = below(4) > 0 ? {} : { [variableOf(OPTIONS[below(OPTIONS.length)]!.key)]: value }
    const given = { 'config.dir': home, 'data.dir': null }
    const config = refusingOnly(['bad_option', 'bad_option'], () => readConfig({ given, env, homeDir: home }))
    if (config === undefined) return
    if (({} as { polluted?: unknown }).polluted !== undefined)
      throw new Error('a file reached the prototype of objects')
    for (const { key, parse } of OPTIONS) {
      const value = config.settings[key as keyof typeof config.settings]
      if (value !== null && parse(value) === undefined) throw new Error(`${key} is ${JSON.stringify(value)}`)
    }
  }
  return { once, [Symbol.asyncDispose]: async () => rmSync(home, { recursive: true, force: true }) }
}
