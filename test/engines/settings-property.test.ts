import fc from 'fast-check'
import { createScanner, parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { expect, it } from 'vitest'
import { engineFolders } from '../../src/engines/folders.ts'
import { settingsOf } from './loaded.ts'
import { PROGRAM } from './places.ts'

/** White space and comments of every kind, as they may stand between two tokens. */
const gap = fc.array(
  fc.constantFrom(' ', '\n', '\t', '\r\n', '  ', '/* note, "quoted": {[ */', '// to the end }]\n', '\n    '),
  { maxLength: 3 },
)
const key = fc.constantFrom('a', 'model', 'env', 'Stop', 'hooks ', 'naïve', '\\"')
const scalar = fc.constantFrom('1', 'true', 'null', '"opus"', '"{ // no comment }"', '"a\\\\"', '-0.5e3', '[]', '{}')
const group = '{"hooks": [{"type": "command", "command": "other"}]}'

/** Settings of a person as text: properties, hooks of others, comments and trailing commas anywhere. */
const settings = fc
  .record({
    pairs: fc.uniqueArray(fc.tuple(key, scalar), { selector: ([name]) => name, maxLength: 4 }),
    events: fc.option(
      fc.uniqueArray(fc.tuple(fc.constantFrom('Stop', 'SessionEnd', 'Other'), fc.nat(2)), {
        selector: ([name]) => name,
        maxLength: 3,
      }),
      { nil: undefined },
    ),
    gaps: fc.array(gap, { minLength: 40, maxLength: 40 }),
    trailing: fc.boolean(),
    hooksFirst: fc.boolean(),
  })
  .map(({ pairs, events, gaps, trailing, hooksFirst }) => {
    let next = 0
    const g = () => (gaps[next++ % gaps.length] ?? []).join('')
    const list = (open: string, items: readonly string[], close: string) =>
      `${open}${items.map((item) => `${g()}${item}${g()}`).join(',')}${trailing && items.length > 0 ? `,${g()}` : g()}${close}`
    const hooks =
      events === undefined
        ? []
        : [
            `"hooks":${g()}${list(
              '{',
              events.map(([name, n]) => `"${name}"${g()}:${list('[', Array(n).fill(group), ']')}`),
              '}',
            )}`,
          ]
    const plain = pairs.map(([name, value]) => `"${name}"${g()}:${g()}${value}`)
    return `${g()}${list('{', hooksFirst ? [...hooks, ...plain] : [...plain, ...hooks], '}')}${g()}`
  })

const place = { scope: 'user', folders: engineFolders('/home/u', {}) } as const
const engines = fc.constantFrom(settingsOf('claude-code'), settingsOf('gemini'), settingsOf('qwen'))
const values = (text: string) => JSON.stringify(parse(text, [], { allowTrailingComma: true }))

/** Every token and every comment of a text, commas and white space aside. */
function wordsOf(text: string): readonly string[] {
  const scanner = createScanner(text)
  const words: string[] = []
  while (Number(scanner.scan()) !== END_OF_TEXT) {
    const from = scanner.getTokenOffset()
    words.push(text.slice(from, from + scanner.getTokenLength()).trim())
  }
  return words.filter((word) => word !== '' && word !== ',')
}
const END_OF_TEXT = 17

/** Whether the one list stands in the other, in its order. */
function isWithin(words: readonly string[], all: readonly string[]): boolean {
  let next = 0
  for (const word of all) if (word === words[next]) next++
  return next === words.length
}

it('connecting twice is connecting once, keeps all that a person wrote, and disconnecting leaves what they meant', () => {
  fc.assert(
    fc.property(settings, engines, (text, engine) => {
      const once = engine.connect({ settings: text }, PROGRAM, place).settings as string
      expect(engine.connect({ settings: once }, PROGRAM, place).settings).toBe(once)
      expect(engine.look({ settings: once }, PROGRAM, place).state).toBe('current')
      expect(isWithin(wordsOf(text), wordsOf(once))).toBe(true)
      const bare = engine.disconnect({ settings: once }, { settings: text }, place).settings as string
      expect(values(bare)).toBe(values(text))
    }),
    { seed: 6, numRuns: 600 },
  )
})

const OLD = '"/old/node", "/old [x]/dist/cli/main.js", "hook", "codex", "agent-turn-complete"'
const tomlKey = fc.constantFrom(
  'model = "x" # the large one',
  'notify = ["other", "[x]"]',
  'notify = [\n "a", # ]\n]',
  `notify = [${OLD}]`,
  `notify = [\n  ${OLD}\n] # mine`,
  'hooks.Stop = [{hooks=[{type="command",command="x"}]}]',
  'hooks = { Stop = [] }',
  'big = 9223372036854775807',
  'not = nan',
  "quoted = '''\n# >>> wayland-core hooks: \"wayland-core uninstall codex\" removes these lines\n'''",
)
const tomlTable = fc.constantFrom(
  '[features]\nhooks = true',
  '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "x"',
  '[hooks.state."/home/u/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"',
  '[hooks]\nPreToolUse = []',
  '[[hooks.Stop]]\nhooks = 3',
  '[[hooks.UserPromptSubmit]]\nhooks = [{ type = "command", command = "z", timeout = 3 }]',
  `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = '"/old/n" "/old/cli/main.js" hook codex Stop'\ntimeout = 10`,
)
const toml = fc
  .record({
    parts: fc.tuple(fc.uniqueArray(tomlKey, { maxLength: 3 }), fc.array(tomlTable, { maxLength: 3 })),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.boolean(),
    mark: fc.constantFrom('', '\uFEFF'),
  })
  .map(({ parts, eol, end, mark }) => mark + parts.flat().join('\n').replaceAll('\n', eol) + (end ? eol : ''))
  .filter((text) => valuesOfToml(text) !== undefined)

function valuesOfToml(text: string): unknown {
  try {
    return parseToml(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

it('so it is with Codex’ config.toml, whatever a person and earlier versions of ours wrote there', () => {
  const codex = settingsOf('codex')
  fc.assert(
    fc.property(toml, (config) => {
      const once = codex.connect({ config }, PROGRAM, place)
      expect(valuesOfToml(once.config ?? '')).toBeDefined()
      expect(codex.look(once, PROGRAM, place).state).toBe('current')
      expect(codex.connect(once, PROGRAM, place)).toEqual(once)
      const back = codex.disconnect(once, {}, place)
      expect(codex.look(back, PROGRAM, place).state).toBe('absent')
      if (!config.includes('cli/main.js')) expect(back.config).toBe(config)
    }),
    { numRuns: 500, seed: 6 },
  )
})
