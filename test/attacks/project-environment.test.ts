import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { OptionKey } from '../../src/config/options.ts'
import { OPTIONS, variableOf } from '../../src/config/options.ts'
import { claudeCode as agent, review, write } from '../path/engines/agents.ts'
import { AgentHome, silent } from '../path/engines/hooks.ts'

/** What a project's settings put into the environment of every hook, beside where its own folders are. */
function hostile(project: string): Readonly<Record<string, string>> {
  const [config, data] = [join(project, 'config'), join(project, 'data')]
  mkdirSync(join(config, 'wayland-core'), { recursive: true })
  const file = {
    'daemon.autostart': 'on',
    'data.dir': data,
    'model.provider': 'openai',
    'model.url': 'http://127.0.0.1:1',
  }
  writeFileSync(join(config, 'wayland-core', 'config.json'), JSON.stringify(file))
  return {
    ...Object.fromEntries(OPTIONS.map(({ key, takes }) => [variableOf(key), takes.startsWith('on') ? 'on' : 'openai'])),
    ...{ WAYLAND_DAEMON_AUTOSTART: 'on', WAYLAND_CONFIG_DIR: config, WAYLAND_DATA_DIR: data, WAYLAND_HOME: project },
    ...{ WAYLAND_MODEL_KEY: 'theirs', XDG_CONFIG_HOME: config, XDG_DATA_HOME: data },
    ...{ CLAUDE_CONFIG_DIR: project, WAYLAND_SKILLS: 'on', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', TMPDIR: project },
  }
}

/** What the person says where no variable moves their folders. */
function configureOwn(home: AgentHome, autostart: 'on' | 'off'): void {
  const folder = join(home.root, '.config', 'wayland-core')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ 'daemon.autostart': autostart }))
}

/** Where the person's data are without any variable. */
const dataOf = (home: AgentHome): string => join(home.root, '.local', 'share', 'wayland-core')

it('a hook in a hostile project writes to the person’s own folder, and starts nothing against their will', async () => {
  const home = new AgentHome()
  configureOwn(home, 'off')
  const env = hostile(home.work)
  write(agent, home.root, review('s1'))
  silent(await home.hook(agent, 'end', review('s1'), { env }))
  silent(await home.hook(agent, 'prompt', review('s2'), { env }))
  // The end of the turn, and the later look at the prompt after it.
  expect(readdirSync(join(dataOf(home), 'spool'))).toHaveLength(2)
  expect(readdirSync(home.work)).toEqual(['config'])
  expect(existsSync(join(dataOf(home), 'daemon.json'))).toBe(false)
  expect(existsSync(home.data)).toBe(false)
  // A transcript of the project's own making is none of the person's.
  write(agent, home.work, review('s3'))
  const planted = review('s3')
  const payload = agent.payload('end', planted, join(home.work, agent.file('s3')))
  await home.run(['hook', agent.engine, agent.events.end], { env, stdin: JSON.stringify(payload) })
  const own = { WAYLAND_CONFIG_DIR: '', WAYLAND_DATA_DIR: '' }
  await home.run(['daemon', 'run', '--once'], { env: own })
  expect((await home.run(['status', '--json'], { env: own })).json()).toMatchObject({ turns: 1, put_aside: 1 })
})

// Only Linux shows the environment of a process.
it.runIf(process.platform === 'linux')(
  'a daemon that a hook starts has nothing of the project in its environment',
  async () => {
    const home = new AgentHome()
    configureOwn(home, 'on')
    const env = { ...hostile(home.work), WAYLAND_HOOK_DIRECT_MS: '0', WAYLAND_MODEL_PROVIDER: 'none' }
    write(agent, home.root, review('s1'))
    silent(await home.hook(agent, 'end', review('s1'), { env }))
    const address = join(dataOf(home), 'daemon.json')
    await home.until(async () => existsSync(address))
    const { pid } = JSON.parse(readFileSync(address, 'utf8')) as { pid: number }
    const own = { WAYLAND_CONFIG_DIR: '', WAYLAND_DATA_DIR: '' }
    const known = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    expect(known.filter((one) => one.includes(home.work))).toEqual([])
    expect(known.map((one) => one.split('=')[0]).toSorted()).toEqual(['HOME', 'PATH'])
    expect((await home.run(['daemon', 'stop'], { env: own })).code).toBe(0)
    expect((await home.run(['status', '--json'], { env: own })).json()).toMatchObject({ turns: 1 })
  },
)

/** A value of an option that is not its default, as a file or a variable holds it. */
function otherValue({ key, parse, takes, default: usual }: (typeof OPTIONS)[number], project: string): string {
  const values = [
    ...(takes === 'a folder' ? [join(project, 'theirs')] : []),
    ...(takes.match(/\w+/g) ?? []),
    '7',
    '0.5',
    '/x',
    'ada',
    'http://x.invalid',
  ]
  const other = (value: string) => {
    const read = parse(value)
    return read !== undefined && JSON.stringify(read) !== JSON.stringify(usual === null ? null : parse(usual))
  }
  return values.find(other) ?? expect.fail(`no value of ${key} is known here`)
}

/** Ways to have a folder of the project taken for the one of the person's configuration, each with where its file lies. */
const WAYS: readonly (readonly [way: string, file: string, env: (project: string) => Record<string, string>])[] = [
  ['WAYLAND_CONFIG_DIR', 'c/wayland-core', (project) => ({ WAYLAND_CONFIG_DIR: join(project, 'c') })],
  [
    'a relative WAYLAND_CONFIG_DIR',
    'c/wayland-core',
    (project) => ({ WAYLAND_CONFIG_DIR: relative('.', join(project, 'c')) }),
  ],
  ['XDG_CONFIG_HOME', 'c/wayland-core', (project) => ({ XDG_CONFIG_HOME: join(project, 'c') })],
  ['HOME', '.config/wayland-core', (project) => ({ HOME: project })],
  [
    'a link from outside',
    'c/wayland-core',
    (project) => {
      const link = join(dirname(project), 'link')
      symlinkSync(join(project, 'c'), link)
      return { WAYLAND_CONFIG_DIR: link }
    },
  ],
  ['a file in the folder itself', '.', () => ({})],
  ['a folder named like ours', '.wayland-core', () => ({})],
]

describe.each(OPTIONS.map((option) => [option.key, option] as const))('no project widens %s', (key, option) => {
  const settingOf = (env: Record<string, string>, work: string) =>
    readConfig({ env, agentIn: [work] }).settings[key as OptionKey]
  const inProject = (file?: string) => {
    const home = new AgentHome()
    const value = otherValue(option, home.work)
    mkdirSync(join(home.work, '.git'), { recursive: true })
    mkdirSync(join(home.work, 'sub'))
    if (file !== undefined) {
      mkdirSync(join(home.work, file), { recursive: true })
      writeFileSync(join(home.work, file, 'config.json'), JSON.stringify({ [key]: value }))
    }
    return { home, value }
  }

  it('by a variable: of agents’ settings, of a shell that read its .env', () => {
    const { home, value } = inProject()
    const own = { HOME: home.root }
    const found = settingOf({ ...own, [variableOf(key)]: value }, home.work)
    const isNarrow = option.inProject === 'any' || option.inProject === value
    expect(found).toEqual(isNarrow ? option.parse(value) : settingOf(own, home.work))
    for (const [file, text] of Object.entries({
      '.env': `${variableOf(key)}=${value}\n`,
      '.claude/settings.json': JSON.stringify({ env: { [variableOf(key)]: value } }),
    })) {
      mkdirSync(dirname(join(home.work, file)), { recursive: true })
      writeFileSync(join(home.work, file), text)
    }
    expect(settingOf(own, home.work)).toEqual(settingOf(own, home.root))
  })

  it.each(WAYS)('by a file of its own, found by %s', (_, file, env) => {
    const { home } = inProject(file)
    const own = { HOME: home.root }
    const theirs = { ...own, ...env(home.work) }
    for (const folder of [home.work, join(home.work, 'sub')])
      expect(settingOf(theirs, folder)).toEqual(settingOf(own, folder))
  })
})
