import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/arguments.ts'
import { COMMANDS, GROUPS } from '../../src/cli/commands.ts'
import { help } from '../../src/cli/help.ts'
import { manualOf } from '../../src/cli/manual/manuals.ts'
import { readConfig } from '../../src/config/config.ts'
import { camelToKebab, OPTIONS } from '../../src/config/options.ts'
import { isWaylandError, type WaylandError } from '../../src/domain/errors.ts'
import { Home, removeHomes } from './command-line.ts'

removeHomes()

const home = new Home()
const flagOf = (key: string) => `--${camelToKebab(key)}`
/** Columns where the output is no terminal. */
const WIDTH = 80

it('gives an overview with every command and option, within 80 columns', async () => {
  const { code, stdout, stderr } = await home.run(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name}( |$)`, 'm'))
  for (const { key } of OPTIONS) expect(stdout).toMatch(new RegExp(`^ {2}${flagOf(key)}( |$)`, 'm'))
  expect(stdout.split('\n').filter((line) => [...line].length > 80)).toEqual([])
  for (const same of [['-h'], ['help']]) expect((await home.run(same)).stdout).toBe(stdout)
})

it.each(COMMANDS.map((command) => [command.name, command] as const))('explains %s', async (name, command) => {
  const text = help(command, WIDTH)
  const { example, input = [], json, inner = [] } = manualOf(command)
  expect(text).toMatch(new RegExp(`^Usage: wayland-core ${name}`))
  expect(`${text}\n`).toContain(`Example\n  ${example}\n`)
  for (const flag of Object.keys(command.flags)) expect(text).toMatch(new RegExp(`^ {2}--${flag}( |$)`, 'm'))
  for (const fields of [json, ...[...input, ...inner].map(({ fields }) => fields)])
    for (const field of Object.keys(fields)) expect(text).toMatch(new RegExp(`^ {2}${escaped(field)}( |$)`, 'm'))
  const prose = text.split('\n').filter((line) => !line.includes(example))
  expect(prose.filter((line) => [...line].length > WIDTH)).toEqual([])
  const asked = [
    ['help', ...name.split(' ')],
    [...name.split(' '), '--help'],
    ['-h', ...name.split(' ')],
    [...name.split(' '), 'x', '--frobnicate', '-h'],
    ...(command.flag === undefined
      ? []
      : [
          ['help', command.flag],
          ['help', `--${command.flag}`],
          [`--${command.flag}`, '-h'],
        ]),
  ]
  for (const args of asked) expect(parseArguments(args)).toMatchObject({ command: { name }, help: true })
})

const escaped = (text: string) => text.replace(/[?.[\]]/g, '\\$&')

it('shows each command in one group, and those below "skills" in its help', () => {
  expect(GROUPS.flatMap(({ commands }) => commands.map(({ name }) => name))).toEqual([
    ...new Set(COMMANDS.map(({ name }) => name)),
  ])
  const text = help(undefined, WIDTH)
  for (const { title } of GROUPS) expect(text).toContain(`\n\n${title}\n  `)
  const skills = help(parseArguments(['help', 'skills']).command, WIDTH)
  for (const { name } of COMMANDS.filter(({ flag }) => flag !== undefined)) expect(skills).toContain(`\n  ${name}`)
})

it('prints the help of a command, asked for in either way', async () => {
  for (const words of [['observe'], ['skills', 'promote'], ['hook', 'claude-code', 'Stop']]) {
    const { code, stdout, stderr } = await home.run(['help', ...words])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: wayland-core ${words[0]}`))
    expect((await home.run([...words, '--help'])).stdout).toBe(stdout)
  }
})

it.each(COMMANDS.flatMap(({ name, flag, takes }) => (flag === undefined ? [] : [[name, flag, takes] as const])))(
  'reads "%s" and --%s as the same',
  (name, flag, takes) => {
    const more = takes === '' ? [] : ['x']
    const [readable, contract] = [
      [...name.split(' '), ...more],
      [`--${flag}`, ...more],
    ].map((args) => parseArguments([...args, '--json']))
    expect(readable?.command).toBe(contract?.command)
    expect({ ...readable, flags: {} }).toEqual({ ...contract, flags: {} })
    const reason = readable?.command?.flags.reason === undefined ? [] : ['--reason', 'y']
    expect(parseArguments([...name.split(' '), ...more, ...reason]).flags.reason).toBe(reason[1])
  },
)

it('takes what stands behind "--" for words, not for a wish for help', () =>
  expect(parseArguments(['route', '--', '--help'])).toMatchObject({ words: ['--help'], help: false }))

it('says its version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  for (const flag of ['--version', '-V'])
    expect(await home.run([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
})

/** What is wrong with a command line, or with the configuration that it gives. */
function refusal(args: readonly string[], env: Readonly<Record<string, string>> = {}): WaylandError {
  try {
    readConfig({ given: parseArguments(args).settings, env: home.env(env) })
  } catch (error) {
    if (isWaylandError(error)) return error
    throw error
  }
  throw new Error(`${JSON.stringify([args, env])} is not refused`)
}

it.each([
  [['sklls'], /there is no command "sklls"/, /Did you mean "wayland-core skills"/],
  [['promote'], /there is no command "promote"/, /Did you mean "wayland-core skills promote"/],
  [['skills', 'promte', 'x'], /skills does not take "promte"/, /Did you mean "wayland-core skills promote"/],
  [['skills', 'promote'], /skills promote needs <id>/, /See "wayland-core skills promote --help"/],
  [['skills', 'promote', 'a', 'b'], /skills promote does not take "b"/, /--help/],
  [['skills', 'audit', 'a'], /skills audit does not take "a"/, /--help/],
  [['skills', 'promote', 'a', '--skills-archive', 'b'], /--skills-archive does not take "skills"/, /--help/],
  [['skills', 'promote', 'a', '--parts', '1'], /skills promote does not take --parts/, /--help/],
  [['hlep'], /there is no command "hlep"/, /Did you mean "wayland-core help"/],
  [['skills', '--promote', 'x'], /there is no option --promote/, /Did you mean "wayland-core skills promote"/],
  [['garden'], /there is no command "garden"/, /^See "wayland-core --help"/],
  [['skills', '--jsn'], /there is no option --jsn/, /Did you mean --json\?/],
  [['--skills-promote'], /--skills-promote needs <id>/, /See "wayland-core --skills-promote --help"/],
  [['skil'], /there is no command "skil"/, /Did you mean "wayland-core skills"/],
  [['obserf'], /there is no command "obserf"/, /Did you mean "wayland-core observe"/],
  [['skills-audit'], /there is no command "skills-audit"/, /Did you mean "wayland-core skills audit"/],
  [['help', 'nothing'], /there is no command "nothing"/, /--help/],
  [['skills', '--frobnicate'], /there is no option --frobnicate/, /--help/],
  [['route', 'x', '--tip', '3'], /there is no option --tip/, /--help/],
  [['skills', '--skils-audit'], /there is no option --skils-audit/, /Did you mean --skills-audit\?/],
  [['skills', '-x'], /there is no option -x/, /--help/],
  [['skills', '--top', '3'], /skills does not take --top, which belongs to route/, /--help/],
  [['observe', '--session', 'x'], /observe does not take --session/, /--help/],
  [['--top', '3'], /--top does nothing alone; it belongs to route/, /--help/],
  [['--json'], /no command is named/, /--help/],
  [['--seed', '3'], /no command is named/, /--help/],
  [['skills', 'extra'], /skills does not take "extra"/, /--help/],
  [['observe', 'file.ndjson'], /observe does not take "file.ndjson"/, /--help/],
  [['--skills-path', 'extra'], /--skills-path does not take "extra"/, /--help/],
  [['--skills-audit', '--skills-path'], /cannot be asked for at once/, /--help/],
  [['skills', '--seed', '-5'], /'--seed' argument is ambiguous/, /--option=-value/],
  [['skills', '--json=yes'], /--json.*does not take an argument/, /--help/],
] as const)('refuses %j and says what to try', (args, error, hint) => {
  const refused = refusal([...args])
  expect(refused.code).toBe('bad_usage')
  expect(refused.message).toMatch(error)
  expect(refused.hint).toMatch(hint)
})

it.each([
  [['skil'], {}, /there is no command "skil"/, /Did you mean "wayland-core skills"/],
  [['skills', '--top', '3'], {}, /skills does not take --top, which belongs to route/, /--help/],
  [['skills', '--json=yes'], {}, /--json.*does not take an argument/, /--help/],
  [['skills', '--seed=1.5'], {}, /--seed must be /, /./],
  [['skills'], { WAYLAND_SEED: '1.5' }, /WAYLAND_SEED must be /, /./],
  [['scan'], {}, /scan needs at least one folder/, /See "wayland-core scan --help"/],
  [['daemon', 'strat'], {}, /daemon needs one of start, .* not "strat"/, /Did you mean "wayland-core daemon start"/],
  [['show'], {}, /show needs one skill/, /wayland-core skills/],
  [['show', 'a', 'b'], {}, /show needs one skill/, /wayland-core skills/],
] as const)(
  'ends with 2 at %j and %j, with the error and what to try on stderr alone',
  async (args, env, error, hint) => {
    const { code, stdout, stderr } = await home.run([...args], { env: { ...env } })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const [first = '', second = '', ...rest] = stderr.split('\n')
    expect(first).toMatch(/^Error: /)
    expect(first).toMatch(error)
    expect(second).toMatch(/^Try: /)
    expect(second).toMatch(hint)
    expect(rest).toEqual([''])
  },
)

/** A value that each option takes, and one that it refuses. */
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  'config.dir': [home.config, ' '],
  'data.dir': [home.data, ' '],
  user: ['anna', 'an\u200bna'],
  'bank.libraries': ['', ''],
  'proxy.upstream': ['http://127.0.0.1:9', 'ftp://x'],
  'proxy.port': ['0', '70000'],
  home: [home.root, ' '],
  skills: ['on', 'perhaps'],
  'bucket.threshold': ['2', '0'],
  'bucket.grouping': ['similar', 'none'],
  'bucket.scope': ['project', 'world'],
  'bucket.expiryDays': ['0.5', '-1'],
  'draft.gates': ['none', 'garden'],
  'learn.exclude': ['~/work/**,agent:codex', 'agent:emacs'],
  'learn.include': ['/srv/app', 'app'],
  'router.offer': ['active', 'all'],
  'router.precision': ['0.8', '2'],
  'router.holdout': ['0', '-0.1'],
  'router.news': ['off', 'no'],
  'router.rewriting': ['on', 'yes'],
  'mcp.promote': ['ask', 'yes'],
  'hook.waitMs': ['0', '-1'],
  'hook.directMs': ['500', '60001'],
  'daemon.autostart': ['on', 'yes'],
  'daemon.port': ['8377', '65536'],
  'daemon.stuckMs': ['30000', '10'],
  'vectors.provider': ['none', 'oracle'],
  'vectors.url': ['http://localhost:11434/v1', 'localhost'],
  'vectors.model': ['small', ' '],
  'vectors.timeoutMs': ['200', '0'],
  'model.provider': ['handoff', 'oracle'],
  'model.url': ['http://localhost:11434/v1', 'http://me:secret@localhost'],
  'model.name': ['small', ' '],
  'model.agent': ['codex', 'emacs'],
  'model.background': ['off', 'never'],
  'model.timeoutMs': ['30000', '10'],
  'model.dailyTokens': ['0', '-1'],
  'model.maxCallsPerRun': ['5', '1.5'],
  'model.childrenPerHour': ['5', '-1'],
  'export.engines': ['none', 'emacs'],
  'storage.durability': ['full', 'most'],
  'retention.days': ['90', '0'],
  'retention.maxMb': ['512', '0'],
  seed: ['-5', '1.5'],
  'log.level': ['silent', 'loud'],
}

const variableOf = (key: string): string => `WAYLAND_${camelToKebab(key).replaceAll('-', '_').toUpperCase()}`

it('takes every option as a flag and as a variable', async () => {
  expect(Object.keys(VALUES).sort()).toEqual(OPTIONS.map(({ key }) => key).sort())
  const good = OPTIONS.map(({ key }) => [key, VALUES[key]?.[0] ?? ''] as const)
  const flags = good.map(([key, value]) => `${flagOf(key)}=${value}`)
  expect(await home.run(['skills', ...flags])).toMatchObject({ code: 0, stderr: '' })
  const env = Object.fromEntries(good.map(([key, value]) => [variableOf(key), value]))
  expect(await home.run(['skills'], { env })).toMatchObject({ code: 0, stderr: '' })
})

it.each(OPTIONS.filter(({ key }) => VALUES[key]?.[1] !== '').map(({ key }) => key))(
  'refuses as %s what it does not take, as a flag and as a variable',
  (key) => {
    const bad = VALUES[key]?.[1] ?? ''
    const flag = refusal(['skills', `${flagOf(key)}=${bad}`])
    const set = refusal(['skills'], { [variableOf(key)]: bad })
    expect([flag.message, set.message]).toEqual([
      expect.stringMatching(`^${flagOf(key)} must be `),
      expect.stringMatching(`^${variableOf(key)} must be `),
    ])
    expect([flag.code, set.code]).toEqual(['bad_option', 'bad_option'])
  },
)
