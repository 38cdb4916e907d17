import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import type { AgentSettings, Place } from '../../src/connect/agent-settings.ts'
import { hookCommand } from '../../src/connect/hook-command.ts'
import { CONNECTABLE } from '../../src/engines/engines.ts'
import { install, uninstall } from '../../src/engines/installer.ts'
import { settingsOf } from './loaded.ts'
import { PROGRAM, places } from './places.ts'
import { INLINE_SAMPLES, JSON_SAMPLES, type Sample, TOML_SAMPLES } from './settings-samples.ts'

/** What every engine must hold to, sample by sample. `role` is the file that the sample stands for. */
function conformance(engine: AgentSettings, role: string, samples: readonly Sample[]): void {
  const changed = (text: string) => text.replace('opus', 'sonnet')

  describe.each(samples)('$what', ({ text }) => {
    const begin = (scope: 'user' | 'project' = 'user') => {
      const there = places()
      const place: Place = there[scope]
      const path = engine.files(place)[role] as string
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      const parts = { engine, place, program: PROGRAM, journal: there.journal, dryRun: false }
      return { path, parts, now: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined) }
    }

    it.each(['user', 'project'] as const)('is given back byte for byte (%s)', async (scope) => {
      const { parts, now } = begin(scope)
      await install(parts)
      await uninstall(parts)
      expect(now()).toBe(text)
    })

    it('keeps every value and every comment', async () => {
      const { parts, now } = begin()
      await install(parts)
      const after = now() as string
      for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
        const [comment] = /(?:\/\/|#(?!:)|\/\*).*$/.exec(line) ?? []
        if (comment !== undefined) expect(after).toContain(comment)
      }
      expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'))
      if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      else expect(after).not.toContain('\r')
      expect(foreign(valuesOf(after))).toEqual(foreign(valuesOf(text)))
    })

    it('is the same after a second time, and current', async () => {
      const { parts, now, path } = begin()
      await install(parts)
      const once = now()
      expect(await install(parts)).toEqual([])
      expect(now()).toBe(once)
      const texts = Object.fromEntries(
        Object.entries(engine.files(parts.place)).map(([name, file]) => [
          name,
          existsSync(file) ? readFileSync(file, 'utf8') : undefined,
        ]),
      )
      expect(engine.look(texts, PROGRAM, parts.place).state, path).toBe('current')
    })

    it('loses only ours where a person changed it since', async () => {
      const { parts, now, path } = begin()
      await install(parts)
      writeFileSync(path, changed(now() as string))
      await uninstall(parts)
      expect(now()).toBe(changed(text))
    })

    it('follows a program that moved, and is still given back', async () => {
      const { parts, now } = begin()
      await install({ ...parts, program: { ...PROGRAM, main: '/old/place/dist/cli/main.js' } })
      await install(parts)
      expect(now()).not.toContain('/old/place')
      await uninstall(parts)
      expect(now()).toBe(text)
    })

    it('is left as it is by a dry run, which says what would change', async () => {
      const { parts, now } = begin()
      const changes = await install({ ...parts, dryRun: true })
      expect(now()).toBe(text)
      expect(changes.length).toBeGreaterThan(0)
    })
  })
}

const valuesOf = (text: string): Record<string, unknown> => {
  const bare = text.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const value = parse(bare, errors, { allowTrailingComma: true }) as Record<string, unknown>
  return errors.length === 0 ? value : (parseToml(bare) as Record<string, unknown>)
}

/** Values without what is ours: empty lists and objects of hooks count as none. */
function foreign({ hooks, notify, ...rest }: Record<string, unknown>): unknown {
  const events = Object.entries((hooks ?? {}) as Record<string, unknown>).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups]]
    const left = groups.filter((group) => !JSON.stringify(group).includes('main.js'))
    return left.length === 0 ? [] : [[event, left]]
  })
  const kept = JSON.stringify(notify ?? '').includes('main.js') ? undefined : notify
  return { ...rest, hooks: Object.fromEntries(events), notify: kept }
}

describe.each(['claude-code', 'gemini', 'qwen'] as const)('%s', (name) =>
  conformance(settingsOf(name), 'settings', JSON_SAMPLES),
)
describe('codex, hooks.json', () => conformance(settingsOf('codex'), 'hooks', JSON_SAMPLES))
describe('codex, config.toml', () =>
  conformance(
    settingsOf('codex'),
    'config',
    [...TOML_SAMPLES, ...INLINE_SAMPLES].map((sample) => sample),
  ))

describe.each(CONNECTABLE)('%s', (name) => {
  const engine = settingsOf(name)

  it.each(['user', 'project'] as const)('begins with no file and no folder, and leaves none (%s)', async (scope) => {
    const there = places()
    const parts = { engine, place: there[scope], program: PROGRAM, journal: there.journal, dryRun: false }
    const changes = await install(parts)
    expect(changes.length).toBeGreaterThan(0)
    for (const { path } of changes) expect(existsSync(path)).toBe(true)
    await uninstall(parts)
    for (const { path } of changes) expect(existsSync(dirname(path)), path).toBe(false)
  })

  it('is removed without its journal, too', async () => {
    const there = places()
    const parts = { engine, place: there.user, program: PROGRAM, journal: there.journal, dryRun: false }
    const [change] = await install(parts)
    await there.journal.forget(name, there.user)
    await uninstall(parts)
    const left = existsSync(change?.path ?? '') ? readFileSync(change?.path ?? '', 'utf8') : ''
    expect(left).not.toContain('main.js')
  })
})

it('writes timeouts in each engine’s own unit', () => {
  const there = places()
  const timeouts = (name: 'claude-code' | 'codex' | 'gemini' | 'qwen', role: string) => {
    const text = settingsOf(name).connect({}, PROGRAM, there.user)[role] as string
    return [...text.matchAll(/"timeout": (\d+)/g)].map(([, value]) => Number(value))
  }
  for (const seconds of [...timeouts('claude-code', 'settings'), ...timeouts('codex', 'hooks')])
    expect(seconds >= 1 && seconds <= 60).toBe(true)
  for (const milliseconds of [...timeouts('gemini', 'settings'), ...timeouts('qwen', 'settings')])
    expect(milliseconds >= 1_000 && milliseconds <= 60_000).toBe(true)
})

it('keeps a notify of another program, and says so', async () => {
  const { user } = places()
  const config = 'notify = ["python3", "n.py"]\n'
  const codex = settingsOf('codex')
  expect(codex.connect({ config }, PROGRAM, user).config).toBe(config)
  expect(codex.notes({ config }, user).join(' ')).toContain('notify')
})

it('puts hooks beside those of config.toml, and never into both files', () => {
  const { user } = places()
  const codex = settingsOf('codex')
  for (const { text } of INLINE_SAMPLES) {
    const after = codex.connect({ config: text }, PROGRAM, user)
    expect(after.hooks).toBeUndefined()
    const { hooks } = parseToml(after.config ?? '') as { hooks: Record<string, { hooks: { command: string }[] }[]> }
    expect(hooks.UserPromptSubmit?.[0]?.hooks[0]?.command).toBe(hookCommand(PROGRAM, 'codex', 'UserPromptSubmit'))
  }
})

it('leaves hooks in config.toml where they are, whatever was written behind them', () => {
  const { user } = places()
  const codex = settingsOf('codex')
  const [sample] = INLINE_SAMPLES
  const { config = '' } = codex.connect({ config: sample?.text }, PROGRAM, user)
  const trusted = `${config}\n[hooks.state."/x/config.toml:stop:0:0"]\ntrusted_hash = "sha256:0"\n`
  expect(codex.connect({ config: trusted }, PROGRAM, user)).toEqual({ config: trusted })
})

it('falls back to hooks.json where config.toml writes its hooks in a way that takes no table', () => {
  const { user } = places()
  const config = 'hooks = { Stop = [{ hooks = [{ type = "command", command = "x" }] }] }\n'
  const after = settingsOf('codex').connect({ config }, PROGRAM, user)
  expect(after.hooks).toContain('main.js')
  expect(parseToml(after.config ?? '')).toMatchObject(parseToml(config))
})

it.each([
  'notify = ["/old/node", "/old/dist/cli/main.js", "hook", "codex", "agent-turn-complete"] # ours\nmodel = "a"\n',
  'model = "a"\nnotify = [\n  "/old/node", # [1]\n  "/old/[x]/dist/cli/main.js",\n  "hook", "codex", "agent-turn-complete",\n]\nb = 1\n',
])('brings a notify of an older version up to date, however somebody wrote it down', (config) => {
  const { user } = places()
  const codex = settingsOf('codex')
  const after = codex.connect({ config }, PROGRAM, user)
  const { notify: _, ...rest } = parseToml(config)
  const script = ['sh', join(dirname(PROGRAM.main), 'hook.sh'), PROGRAM.socket ?? '']
  const notify = [...script, PROGRAM.node, PROGRAM.main, 'hook', 'codex', 'agent-turn-complete']
  expect(parseToml(after.config ?? '')).toEqual({ ...rest, notify })
  const bare = codex.disconnect(after, {}, user)
  expect(parseToml(bare.config ?? '')).toEqual(rest)
})

it.each([
  '[[hooks.Stop]]\nhooks = 3\n',
  '[[hooks.Stop]]\nhooks = [1]\n',
  'hooks = "x"\nfeatures = 3\n',
  'hooks.Stop = [1]\n',
])('leaves hooks of a shape that Codex does not know as they are: %j', (config) => {
  const { user } = places()
  const codex = settingsOf('codex')
  expect(codex.look({ config }, PROGRAM, user).state).toBe('absent')
  const after = codex.connect({ config }, PROGRAM, user)
  expect(codex.look(after, PROGRAM, user).state).toBe('current')
  expect(codex.distrust?.(after, user, after, user)?.why).toContain('not trusted yet')
  expect(codex.disconnect(after, {}, user).config).toBe(config)
})
