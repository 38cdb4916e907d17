import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { daemonEnvironment } from '../../src/config/agent-environment.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { OPTIONS, variableOf } from '../../src/config/options.ts'
import { ENGINES } from '../../src/engines/engines.ts'
import { scratch } from '../scratch.ts'

/** What a person's own file says: each option that a project could widen is narrow here. */
const OWN = {
  'router.offer': 'staged',
  'bank.libraries': ['/srv/library'],
  'learn.exclude': ['~/secret/**'],
  'model.provider': 'openai',
  'model.url': 'http://127.0.0.1:1/own',
}

/** A value that an attacker would like, for every option. */
const WIDER: Readonly<Record<string, string>> = {
  'config.dir': 'PROJECT/.config',
  'data.dir': 'PROJECT/data',
  user: 'anna',
  'bank.libraries': 'PROJECT/skills',
  'team.url': 'http://evil.test',
  'proxy.upstream': 'http://evil.test',
  'proxy.port': '1',
  home: 'PROJECT',
  skills: 'on',
  'bucket.threshold': '1',
  'bucket.grouping': 'signature',
  'bucket.scope': 'project',
  'bucket.expiryDays': '9999',
  'draft.gates': 'none',
  'learn.exclude': '',
  'learn.include': '/',
  'router.offer': 'watching',
  'router.precision': '0',
  'router.holdout': '0',
  'router.news': 'on',
  'daemon.autostart': 'on',
  'daemon.stuckMs': '3600000',
  'model.provider': 'agent',
  'model.url': 'http://evil.test',
  'model.name': 'evil',
  'model.agent': 'codex',
  'model.background': 'on',
  'model.timeoutMs': '3600000',
  'model.dailyTokens': '1000000000',
  'model.maxCallsPerRun': '100000',
  'model.childrenPerHour': '10000',
  'export.engines': 'codex',
  'storage.durability': 'normal',
  'retention.days': '99999',
  'retention.maxMb': '1000000',
  seed: '1',
  'log.level': 'debug',
}
/** How long its own prompts wait is a project's own matter. */
const HARMLESS = ['hook.waitMs', 'hook.directMs']

/** A person's home with their file, and a project of somebody else's that has all that a home has. */
function surroundings() {
  const root = scratch()
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  const files: Readonly<Record<string, string>> = {
    [join(home, '.config/wayland-core/config.json')]: JSON.stringify(OWN),
    [join(home, '.config/wayland-core/model.key')]: 'own-key\n',
  }
  const evil = JSON.stringify(
    Object.fromEntries(Object.entries(WIDER).filter(([key, value]) => value !== '' && !UNFILED.includes(key))),
  )
  const wider = [
    '.config/wayland-core/config.json',
    'wayland-core/config.json',
    'config.json',
    '.wayland-core/config.json',
  ]
  const lines = Object.entries(WIDER).map(([key, value]) => `${variableOf(key)}=${value}`)
  const theirs = {
    ...Object.fromEntries(wider.map((path) => [path, evil])),
    '.env': lines.join('\n'),
    '.git/HEAD': 'x',
  }
  const all = {
    ...files,
    ...Object.fromEntries(Object.entries(theirs).map(([path, text]) => [join(project, path), text])),
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  mkdirSync(join(project, 'src'))
  symlinkSync(project, join(root, 'link'))
  return { root, home, project }
}
const UNFILED = OPTIONS.filter(({ fileKey }) => fileKey === false).map(({ key }) => key)

/** All that a configuration decides, as text. */
const decided = (config: Config): string =>
  JSON.stringify([config, config.modelKey(), daemonEnvironment(config.childEnv())])

it('no option, folder or key that a project puts into the environment of a hook widens anything', () => {
  const { root, home, project } = surroundings()
  expect([...Object.keys(WIDER), ...HARMLESS].toSorted()).toEqual(OPTIONS.map(({ key }) => key).toSorted())
  const of = (env: Readonly<Record<string, string>>, folder = project) =>
    decided(readConfig({ env: { HOME: home, PATH: '/usr/bin', ...env }, platform: 'linux', agentIn: [folder] }))
  const own = of({})
  expect(own).toContain('/own')
  expect(own).toContain('own-key')
  const folders = [project, join(project, 'src'), join(root, 'link')]
  const places = ['.', '..', 'src', '.config', project, join(project, '.config'), join(root, 'link', '.config')]
  const moving = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'WAYLAND_CONFIG_DIR', 'WAYLAND_DATA_DIR', 'TMPDIR']
  const engines = ENGINES.flatMap(({ home: kept }) => (kept !== undefined && 'movedBy' in kept ? [kept.movedBy] : []))
  const before = process.cwd()
  try {
    for (const folder of folders) {
      process.chdir(folder)
      for (const [key, value] of Object.entries(WIDER))
        expect(of({ [variableOf(key)]: value.replace('PROJECT', project) }, folder), key).toBe(own)
      for (const name of [...moving, ...engines, 'XDG_RUNTIME_DIR'])
        for (const place of places.filter((one) => one !== '..' || folder.endsWith('src')))
          expect(of({ [name]: place }, folder), `${name}=${place}`).toBe(own)
    }
  } finally {
    process.chdir(before)
  }
  expect(of({ WAYLAND_MODEL_KEY: 'theirs' })).toBe(own)
  for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'ANTHROPIC_BASE_URL', 'GIT_SSH_COMMAND', 'HTTPS_PROXY'])
    expect(of({ [name]: 'theirs' }), name).toBe(own)
  expect(of({ PATH: `${project}/bin:./bin::/usr/bin` })).toBe(own)
  // A folder without a configuration would lift what the person's own forbids.
  expect(of({ WAYLAND_CONFIG_DIR: join(root, 'nowhere') })).toBe(own)
  expect(of({ XDG_CONFIG_HOME: join(root, 'nowhere') })).toBe(own)
})

it.each(['.', 'home', 'src'])(
  'a HOME in the project (%s) is not believed: the system says where the home is',
  (below) => {
    const { project } = surroundings()
    const { homeDir } = readConfig({ env: { HOME: join(project, below) }, agentIn: [join(project, 'src')] })
    expect(homeDir).toBe(userInfo().homedir)
  },
)

it('what a project may set is a list of restrictions', () => {
  const { home, project } = surroundings()
  const of = (env: Readonly<Record<string, string>>) => readConfig({ env: { HOME: home, ...env }, agentIn: [project] })
  const narrow = OPTIONS.flatMap(({ key, inProject }) => (inProject === undefined ? [] : [[key, inProject]]))
  expect(Object.fromEntries(narrow)).toEqual({
    skills: 'off',
    'router.offer': 'active',
    'router.news': 'off',
    'hook.waitMs': 'any',
    'hook.directMs': 'any',
    'daemon.autostart': 'off',
    'model.provider': 'none',
    'storage.durability': 'full',
  })
  for (const { key, inProject } of OPTIONS) {
    if (inProject === undefined) continue
    const value = inProject === 'any' ? '7' : inProject
    const config = of({ [variableOf(key)]: value })
    expect(String(config.settings[key as keyof typeof config.settings]), key).toBe(value)
    // A daemon serves all projects.
    expect(JSON.stringify(daemonEnvironment(config.childEnv()))).not.toContain(variableOf(key))
  }
  expect(of({ WAYLAND_CHILD: '1' }).settings.skills).toBe('off')
})

it('a person’s own folders outside the project go on being used', () => {
  const { root, home, project } = surroundings()
  const env = { HOME: home, WAYLAND_DATA_DIR: join(root, 'data'), CLAUDE_CONFIG_DIR: join(root, 'claude') }
  const moved = readConfig({ env, agentIn: [project] })
  expect(moved.dataDir).toBe(join(root, 'data'))
  expect(moved.sessionFolders['claude-code']).toEqual([join(root, 'claude', 'projects')])
  // Their file says it first.
  writeFileSync(join(home, '.config/wayland-core/config.json'), JSON.stringify({ 'data.dir': join(root, 'own') }))
  expect(readConfig({ env, agentIn: [project] }).dataDir).toBe(join(root, 'own'))
  expect(readConfig({ env }).dataDir).toBe(join(root, 'data'))
  // An agent that runs in the home folder runs in no project.
  expect(readConfig({ env: { ...env, HOME: root }, agentIn: [root] }).dataDir).toBe(join(root, 'data'))
})
