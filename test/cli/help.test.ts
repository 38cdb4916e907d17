import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/arguments.ts'
import { TOPIC_NAMES } from '../../src/cli/command.ts'
import { allCommands, flagOf as commandFlag } from '../../src/cli/commands.ts'
import { help } from '../../src/cli/help.ts'
import { readConfig } from '../../src/config/config.ts'
import { camelToKebab, OPTIONS } from '../../src/config/options.ts'
import { isWaylandError, type WaylandError } from '../../src/domain/errors.ts'
import { Home } from './command-line.ts'

const home = new Home()
const flagOf = (key: string) => `--${camelToKebab(key)}`
/** Columns where the output is no terminal. */
const WIDTH = 80

/** Lines of a screen. */
const SCREEN = 48
const ALL = await allCommands()
const lines = (text: string) => text.trimEnd().split('\n')

it('shows what people type, and a topic for every other command and for the options, within 80 columns', async () => {
  const { code, stdout, stderr } = await home.run(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(lines(stdout).length).toBeLessThanOrEqual(SCREEN)
  const topics: string[] = []
  for (const topic of TOPIC_NAMES) {
    expect(stdout).toMatch(new RegExp(`^ {2}${topic} `, 'm'))
    topics.push((await home.run(['help', topic])).stdout)
  }
  for (const { name } of ALL)
    expect(topics.filter((text) => new RegExp(`^ {2}${name}( |$)`, 'm').test(text)).length).toBeGreaterThan(0)
  for (const { key } of OPTIONS) expect(topics.at(-1)).toMatch(new RegExp(`^ {2}${flagOf(key)}( |$)`, 'm'))
  for (const text of [stdout, ...topics]) expect(lines(text).filter((line) => [...line].length > WIDTH)).toEqual([])
  for (const same of [['-h'], ['help']]) expect((await home.run(same)).stdout).toBe(stdout)
})

it.each(ALL.map((command) => [command.name, command] as const))('explains %s', async (name, command) => {
  const { example, input = [], json, inner = [] } = command
  const text = await help({ command, whole: true }, WIDTH)
  const short = await help({ command, whole: false }, WIDTH)
  expect(lines(short).length).toBeLessThanOrEqual(SCREEN)
  for (const one of [text, short]) {
    expect(one).toMatch(new RegExp(`^Usage: wayland-core ${name}`))
    expect(`${one}\n`).toContain(`Example\n  ${example}\n`)
    for (const flag of Object.keys(command.flags)) expect(one).toMatch(new RegExp(`^ {2}--${flag}( |$)`, 'm'))
    expect(lines(one).filter((line) => !line.includes(example) && [...line].length > WIDTH)).toEqual([])
  }
  for (const fields of [json, ...[...input, ...inner].map(({ fields }) => fields)])
    for (const field of Object.keys(fields)) expect(text).toMatch(new RegExp(`^ {2}${escaped(field)}( |$)`, 'm'))
  const flag = commandFlag(name)
  const asked = [
    [true, 'help', ...name.split(' ')],
    [false, ...name.split(' '), '--help'],
    [false, '-h', ...name.split(' ')],
    [false, ...name.split(' '), 'x', '--frobnicate', '-h'],
    ...(flag === undefined ? [] : [[true, 'help', `--${flag}`] as const, [false, `--${flag}`, '-h'] as const]),
  ] as const
  for (const [whole, ...args] of asked)
    expect((await parseArguments(args as readonly string[])).help).toMatchObject({ command: { name }, whole })
})

const escaped = (text: string) => text.replace(/[?.[\]]/g, '\\$&')

it('prints what fits a screen for --help, and all for help, of a command with words behind it too', async () => {
  for (const words of [['observe'], ['skills', 'promote'], ['hook', 'claude-code', 'Stop']]) {
    const { code, stdout, stderr } = await home.run(['help', ...words])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: wayland-core ${words[0]}`))
    const short = (await home.run([...words, '--help'])).stdout
    expect([stdout.includes('Fields of --json'), short.includes('Fields of --json')]).toEqual([true, false])
    expect(short).toContain(`wayland-core help ${words[0]}`)
  }
})

it.each(
  ALL.flatMap(({ name, takes }) =>
    commandFlag(name) === undefined ? [] : [[name, commandFlag(name), takes] as const],
  ),
)('reads "%s" and --%s as the same', async (name, flag, takes) => {
  const more = takes === '' ? [] : ['x']
  const [readable, contract] = await Promise.all(
    [
      [...name.split(' '), ...more],
      [`--${flag}`, ...more],
    ].map(async (args) => await parseArguments([...args, '--json'])),
  )
  expect(readable?.command?.name).toBe(contract?.command?.name)
  expect({ ...readable, flags: {} }).toEqual({ ...contract, flags: {} })
  const reason = readable?.command?.flags.reason === undefined ? [] : ['--reason', 'y']
  expect((await parseArguments([...name.split(' '), ...more, ...reason])).flags.reason).toBe(reason[1])
})

it('takes what stands behind "--" for words, not for a wish for help', () =>
  expect(parseArguments(['route', '--', '--help'])).resolves.toMatchObject({ words: ['--help'] }))

it('says its version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  for (const flag of ['--version', '-V'])
    expect(await home.run([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
})

/** What is wrong with a command line, or with the configuration that it gives. */
async function refusal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<WaylandError> {
  try {
    readConfig({ given: (await parseArguments(args)).settings, env: home.env(env) })
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
  [['skills', 'promote', 'a', '--skills-archive', 'b'], /skills archive does not take "promote"/, /--help/],
  [['skills', 'promote', 'a', '--use', 'files'], /skills promote does not take --use/, /--help/],
  [['hlep'], /there is no command "hlep"/, /Did you mean "wayland-core help"/],
  [['skills', '--promote', 'x'], /there is no option --promote/, /Did you mean "wayland-core skills promote"/],
  [['skills', '--find', 'x'], /there is no option --find/, /^See "wayland-core skills --help"/],
  [['learn', '--list'], /there is no option --list/, /Did you mean "wayland-core learn list"/],
  [
    ['share', 'x', '--reasn', 'y'],
    /there is no option --reasn/,
    /Did you mean --reason\? See "wayland-core share --help"/,
  ],
  [['keep', 'x'], /there is no command "keep"/, /Did you mean "wayland-core skills promote"/],
  [['skills', 'Drop', 'x'], /skills does not take "Drop"/, /Did you mean "wayland-core skills archive"/],
  [['skills', 'show', 'x'], /skills does not take "show"/, /Did you mean "wayland-core show"/],
  [['search'], /there is no command "search"/, /Did you mean "wayland-core skills"/],
  [['garden'], /there is no command "garden"/, /^See "wayland-core --help"/],
  [['skills', '--jsn'], /there is no option --jsn/, /Did you mean --json\?/],
  [['--skills-promote'], /skills promote needs <id>/, /See "wayland-core skills promote --help"/],
  [['skil'], /there is no command "skil"/, /Did you mean "wayland-core skills"/],
  [['obserf'], /there is no command "obserf"/, /Did you mean "wayland-core observe"/],
  [['skills-audit'], /there is no command "skills-audit"/, /Did you mean "wayland-core skills audit"/],
  [['help', 'nothing'], /there is no command "nothing"/, /--help/],
  [['skills', '--frobnicate'], /there is no option --frobnicate/, /--help/],
  [['learning'], /there is no command "learning"/, /wayland-core learn"/],
  [['help', 'reviewin'], /there is no command "reviewin"/, /Did you mean "wayland-core review/],
  [['--user', 'status', 'skils'], /there is no command "skils"/, /Did you mean "wayland-core skills"/],
  [['route', 'x', '--tip', '3'], /there is no option --tip/, /--help/],
  [['skills', '--skils-audit'], /there is no option --skils-audit/, /Did you mean --skills-audit\?/],
  [['skills', '-x'], /there is no option -x/, /--help/],
  [['skills', '--explain'], /skills does not take --explain, which belongs to route/, /--help/],
  [['observe', '--session', 'x'], /observe does not take --session/, /--help/],
  [['--explain'], /--explain does nothing alone; it belongs to route/, /--help/],
  [['--json'], /no command is named/, /--help/],
  [['--seed', '3'], /no command is named/, /--help/],
  [['skills', 'extra'], /skills does not take "extra"/, /--help/],
  [['observe', 'file.ndjson'], /observe does not take "file.ndjson"/, /--help/],
  [['--skills-path', 'extra'], /skills path does not take "extra"/, /--help/],
  [
    ['--skills-promote', 'x', '--skills-path'],
    /--skills-path and skills promote cannot be asked for at once/,
    /^One after the other: "wayland-core skills promote", then "wayland-core skills path"\.$/,
  ],
  [['skills', '--seed', '-5'], /'--seed' argument is ambiguous/, /--option=-value/],
  [['skills', '--json=yes'], /--json.*does not take an argument/, /--help/],
] as const)('refuses %j and says what to try', async (args, error, hint) => {
  const refused = await refusal([...args])
  expect(refused.code).toBe('bad_usage')
  expect(refused.message).toMatch(error)
  expect(refused.hint).toMatch(hint)
})

it.each([
  [['skil'], {}, /there is no command "skil"/, /Did you mean "wayland-core skills"/],
  [['skills', '--explain'], {}, /skills does not take --explain, which belongs to route/, /--help/],
  [['skills', '--json=yes'], {}, /--json.*does not take an argument/, /--help/],
  [['skills', '--seed=1.5'], {}, /--seed must be /, /./],
  [['skills'], { WAYLAND_SEED: '1.5' }, /WAYLAND_SEED must be /, /./],
  [['scan'], {}, /scan needs <folder>…/, /See "wayland-core scan --help"/],
  [['daemon', 'strat'], {}, /daemon does not take "strat"/, /Did you mean "wayland-core daemon start"/],
  [['show'], {}, /show needs <id>/, /wayland-core show --help/],
  [['show', 'a', 'b'], {}, /show does not take "b"/, /wayland-core show --help/],
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
  'team.url': ['http://127.0.0.1:9', 'ftp://x'],
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
  'hook.waitMs': ['0', '-1'],
  'hook.directMs': ['500', '60001'],
  'daemon.autostart': ['off', 'yes'],
  'daemon.stuckMs': ['30000', '10'],
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
  async (key) => {
    const bad = VALUES[key]?.[1] ?? ''
    const flag = await refusal(['skills', `${flagOf(key)}=${bad}`])
    const set = await refusal(['skills'], { [variableOf(key)]: bad })
    expect([flag.message, set.message]).toEqual([
      expect.stringMatching(`^${flagOf(key)} must be `),
      expect.stringMatching(`^${variableOf(key)} must be `),
    ])
    expect([flag.code, set.code]).toEqual(['bad_option', 'bad_option'])
  },
)
