import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { OPTIONS, variableOf } from '../../src/config/options.ts'
import { HEADLESS } from '../../src/engines/engines.ts'
import { scratch } from '../scratch.ts'

const ADDRESS = 'an http or https URL without a password'
const AGENT = HEADLESS.join(', ').replace(/, ([^,]*)$/, ' or $1')
const PLACES = 'absolute folders, in which ~, * and ** may stand, or agent:<name>; separated by commas or in a list'

/** A configuration folder with this text as the user's file, and the sources that read it. */
function withFile(text: string) {
  const folder = scratch()
  mkdirSync(join(folder, 'wayland-core'))
  writeFileSync(join(folder, 'wayland-core', 'config.json'), text)
  return { folder, env: { WAYLAND_CONFIG_DIR: folder } }
}

describe('readConfig', () => {
  it('is the defaults of the table where nothing is said, and frozen', () => {
    const { settings } = readConfig({ env: {}, homeDir: scratch() })
    const defaults = OPTIONS.map(({ key, default: value, parse }) => [key, value === null ? null : parse(value)])
    expect(settings).toEqual(Object.fromEntries(defaults))
    expect(Object.isFrozen(settings)).toBe(true)
  })

  it('goes by no relative path of the XDG variables or of HOME, nor by an empty HOME', () => {
    const usual = readConfig({ env: { HOME: '/home/dev' }, platform: 'linux' })
    expect([usual.configHome, usual.dataDir]).toEqual([
      '/home/dev/.config/wayland-core',
      '/home/dev/.local/share/wayland-core',
    ])
    const relative = { XDG_CONFIG_HOME: 'conf', XDG_DATA_HOME: './data', XDG_RUNTIME_DIR: 'run' }
    const told = readConfig({ env: { HOME: '/home/dev', ...relative }, platform: 'linux' })
    expect([told.configHome, told.dataDir]).toEqual([usual.configHome, usual.dataDir])
    expect(isAbsolute(told.runtimeDir)).toBe(true)
    expect(usual.homeNote).toBeNull()
    for (const HOME of ['', 'dev', '.']) {
      const { dataDir, homeNote } = readConfig({ env: { HOME }, platform: 'linux' })
      expect(dataDir).toBe(join(userInfo().homedir, '.local', 'share', 'wayland-core'))
      const why = HOME === '' ? 'HOME is empty' : 'HOME is a relative path'
      expect(homeNote).toBe(`${userInfo().homedir} is used, the home folder of this user, since ${why}`)
    }
  })

  it('takes what is given over the environment, that over the file, and that over the default', () => {
    const { env } = withFile(
      JSON.stringify({ bucket: { threshold: 4, scope: 'project', expiryDays: 4 }, 'router.precision': 0.4 }),
    )
    const { settings } = readConfig({
      env: { ...env, WAYLAND_BUCKET_THRESHOLD: '5', WAYLAND_ROUTER_HOLDOUT: '0.5' },
      given: { 'bucket.threshold': '6' },
    })
    expect(settings).toMatchObject({
      'bucket.threshold': 6,
      'router.holdout': 0.5,
      'bucket.expiryDays': 4,
      'router.precision': 0.4,
      'bucket.scope': 'project',
    })
  })

  it.each([
    ['the file', '{"skills":"off"}', {}, {}],
    ['the environment', '{}', { WAYLAND_SKILLS: 'off' }, {}],
    ['a flag', '{}', {}, { skills: 'off' }],
  ])('is off when %s says so, whatever the others say', (_, file, env, given) => {
    const config = readConfig({
      env: { ...withFile(file).env, WAYLAND_SKILLS: 'on', ...env },
      given: { skills: 'on', ...given },
    })
    expect(config.settings.skills).toBe('off')
  })

  it('reads every option of the table from its variable', () => {
    for (const option of OPTIONS) {
      const value =
        {
          'a folder': '/f',
          'a list of words': 'a,b',
          [ADDRESS]: 'http://localhost/v1',
          [AGENT]: 'codex',
          [PLACES]: '/f',
        }[option.takes] ?? String(option.default ?? 1)
      const { settings } = readConfig({ env: { [variableOf(option.key)]: value }, homeDir: scratch() })
      expect(settings[option.key as keyof typeof settings]).toEqual(option.parse(value))
    }
    expect(variableOf('bucket.expiryDays')).toBe('WAYLAND_BUCKET_EXPIRY_DAYS')
  })

  it('holds the key where no print of it shows it', () => {
    expect(readConfig({ env: {}, homeDir: '/h' }).modelKey()).toBeUndefined()
    const model = readConfig({ env: { WAYLAND_MODEL_KEY: 'sk-model' }, homeDir: '/h' })
    expect(model.modelKey()).toBe('sk-model')
    expect(inspect(model) + JSON.stringify(model)).not.toContain('sk-model')
  })

  it('is off in an agent that was started to answer a question', () =>
    expect(readConfig({ env: { WAYLAND_CHILD: '1', WAYLAND_SKILLS: 'on' }, homeDir: '/h' }).settings.skills).toBe(
      'off',
    ))

  it('takes an empty variable for an absent one', () =>
    expect(readConfig({ env: { WAYLAND_BUCKET_THRESHOLD: '' }, homeDir: '/h' }).settings['bucket.threshold']).toBe(3))

  it.each([
    ['a variable', { env: { WAYLAND_BUCKET_THRESHOLD: 'many' } }, /WAYLAND_BUCKET_THRESHOLD must be .* not "many"/],
    [
      'a flag',
      { env: {}, given: { 'router.precision': '7' } },
      /--router-precision must be a number from 0 to 1, not "7"/,
    ],
    ['an option that does not exist', { env: {}, given: { nonsense: 1 } as object }, /there is no option "nonsense"/],
  ])('names %s and its bad value', (_, sources, message) =>
    expect(() => readConfig({ homeDir: '/h', ...sources })).toThrow(message),
  )

  it.each([
    ['a bad value', '{"bucket":{"scope":"team"}}', /"bucket\.scope" in file .*config\.json must be user or project/],
    ['an unknown key', '{"buckets":{"scope":"user"}}', /config\.json: there is no option "buckets\.scope"/],
    ['text that is not JSON', '{', /config\.json is not JSON/],
    ['a list', '[]', /must hold a JSON object/],
    ['the folder that it lies in', '{"config":{"dir":"/x"}}', /cannot be set here/],
  ])('names the file and what is wrong with %s in it', (_, text, message) =>
    expect(() => readConfig(withFile(text))).toThrow(message),
  )

  it('refuses a pipe and a folder in the place of the file, and waits for neither', () => {
    for (const make of [(path: string) => execFileSync('mkfifo', [path]), mkdirSync]) {
      const folder = scratch()
      mkdirSync(join(folder, 'wayland-core'))
      make(join(folder, 'wayland-core', 'config.json'))
      expect(() => readConfig({ env: { WAYLAND_CONFIG_DIR: folder } })).toThrow(/config\.json is not a file/)
    }
  })

  it('passes over null in the file', () =>
    expect(readConfig(withFile('{"seed":null,"config":{"dir":null}}')).settings.seed).toBeNull())

  it('follows the conventions of the platform', () => {
    const linux = readConfig({ env: {}, platform: 'linux', homeDir: '/home/u' })
    expect(linux.skillsRoot).toBe('/home/u/.config/wayland-core/skills')
    expect(linux.database).toBe('/home/u/.local/share/wayland-core/wayland-core.db')
    const xdg = readConfig({ env: { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }, platform: 'linux', homeDir: '/h' })
    expect([xdg.configHome, xdg.dataDir]).toEqual(['/c/wayland-core', '/d/wayland-core'])
    const mac = readConfig({ env: {}, platform: 'darwin', homeDir: '/Users/u' })
    expect(mac.skillsRoot).toBe('/Users/u/Library/Application Support/wayland-core/skills')
  })

  it('says where a value is from, and reads the file again when asked', () => {
    const sources = withFile('{ "bucket": { "expiryDays": 7, "threshold": 4 }, "skills": "off" }')
    const env = { ...sources.env, WAYLAND_BUCKET_THRESHOLD: '5', WAYLAND_SKILLS: 'on', WAYLAND_SEED: '' }
    const config = readConfig({ ...sources, env, given: { 'log.level': 'info' } })
    const keys = ['log.level', 'bucket.threshold', 'bucket.expiryDays', 'skills', 'seed'] as const
    expect(keys.map(config.sourceOf)).toEqual(['given', 'variable', 'file', 'file', 'default'])
    writeFileSync(config.configFile, '{ "bucket.expiryDays": 8 }')
    expect(config.settings['bucket.expiryDays']).toBe(7)
    expect(config.again().settings).toMatchObject({
      'bucket.expiryDays': 8,
      'bucket.threshold': 5,
      'log.level': 'info',
    })
    writeFileSync(config.configFile, '{')
    expect(config.again).toThrow(/is not JSON/)
  })

  it('goes without a database where the data folder is null', () => {
    const config = readConfig({ env: { WAYLAND_DATA_DIR: '/d' }, given: { 'data.dir': null }, homeDir: '/h' })
    expect([config.dataDir, config.database]).toEqual([null, null])
  })
})
