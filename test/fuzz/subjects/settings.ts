import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type ParseError, parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import type { AgentSettings, Place, Program, Texts } from '../../../src/connect/agent-settings.ts'
import { engineFolders } from '../../../src/engines/folders.ts'
import { install, uninstall } from '../../../src/engines/installer.ts'
import { openJournal } from '../../../src/engines/journal.ts'
import { settingsOf } from '../../engines/loaded.ts'
import { INLINE_SAMPLES, JSON_SAMPLES, type Sample, TOML_SAMPLES } from '../../engines/settings-samples.ts'
import { type Below, changed } from '../mutation.ts'
import type { Subject } from '../subjects.ts'
import { refusingOnly } from './fixtures.ts'

const PROGRAM: Program = { node: '/usr/bin/node', main: '/opt/with a space/dist/cli/main.js', platform: 'linux' }

/** Settings of every engine, by the file they are in. */
export const SETTINGS_SUBJECTS: Readonly<Record<string, Subject>> = {
  'settings-json': () => fuzzSettings(['claude-code', 'gemini', 'qwen'], 'settings', JSON_SAMPLES),
  'settings-hooks-json': () => fuzzSettings(['codex'], 'hooks', JSON_SAMPLES),
  'settings-toml': () => fuzzSettings(['codex'], 'config', [...TOML_SAMPLES, ...INLINE_SAMPLES]),
}

/** How often a round goes through files as well. */
const ON_DISK = 10

/**
 * Settings that are refused naming the file, or: connected once, the same when connected again, without any of ours when
 * disconnected, with every value that a person wrote, and byte for byte where nobody changed them meanwhile.
 */
async function fuzzSettings(names: readonly string[], role: string, samples: readonly Sample[]) {
  const engines = names.map(settingsOf)
  const home = mkdtempSync(join(tmpdir(), 'wayland-fuzz-'))
  const files = samples.map(({ text }) => Buffer.from(text))
  const place: Place = { scope: 'user', folders: engineFolders(home, {}) }
  async function once(below: Below): Promise<void> {
    const engine = engines[below(engines.length)]!
    const text = changed(files, below).toString('utf8')
    const texts: Texts = { [role]: text }
    const after = refusingOnly(['bad_file'], () => engine.connect(texts, PROGRAM, place))
    if (after === undefined) return
    const again = engine.connect(after, PROGRAM, place)
    if (!isDeepStrictEqual({ ...after, ...again }, after)) throw new Error('connecting twice is not connecting once')
    const { state } = engine.look(after, PROGRAM, place)
    if (state !== 'current') throw new Error(`connected, it looks ${state}`)
    const bare = engine.disconnect(after, texts, place)
    if (bare[role]?.includes(PROGRAM.main) === true) throw new Error('something of ours is left')
    // The same text says the same, also where it names a prototype, by which no two values are equal.
    if (bare[role] !== text && !isDeepStrictEqual(valuesOf(bare[role] ?? ''), valuesOf(text)))
      throw new Error(`a value changed: ${JSON.stringify(text)} became ${JSON.stringify(bare[role])}`)
    if (below(ON_DISK) === 0) await throughFiles(engine, text)
  }

  async function throughFiles(engine: AgentSettings, text: string): Promise<void> {
    const file = engine.files(place)[role]!
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const parts = { engine, place, journal: openJournal(join(home, 'data')), dryRun: false }
    await install({ ...parts, program: PROGRAM })
    await uninstall(parts)
    if (readFileSync(file, 'utf8') !== text) throw new Error('not the same bytes as before')
    rmSync(dirname(file), { recursive: true, force: true })
  }

  return {
    once,
    [Symbol.asyncDispose]: async () => rmSync(home, { recursive: true, force: true }),
  }
}

/** What a text says: the values of JSON with comments, or else of TOML. */
function valuesOf(text: string): unknown {
  const bare = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const value = parse(bare, errors, { allowTrailingComma: true }) as unknown
  if (bare.trim() === '' || errors.length === 0) return value ?? {}
  try {
    return parseToml(bare)
  } catch {
    return value ?? {}
  }
}
