import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENGINES } from '../../src/engines/engines.ts'
import type { EventNames } from '../../src/transcript/hook-event.ts'
import { scratch } from '../scratch.ts'
import { settingsOf } from './loaded.ts'
import { PROGRAM, places } from './places.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))

/** Files that name an engine for a reason of their own; a further engine is no reason to edit them. */
const MAY_NAME: readonly string[] = [
  // Only forked sessions of Claude Code hold copies of turns under other ids.
  'src/domain/reading.ts',
]

it('no two engines share a name or a folder, and each reads folders of skills that are some engine’s or shared', () => {
  const names = ENGINES.map(({ name }) => name)
  const roots = ENGINES.flatMap(({ home }) => home?.root ?? [])
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(roots).size).toBe(roots.length)
  for (const { skills } of ENGINES)
    for (const root of [...(skills?.reads ?? []), ...(skills?.readsInProject ?? [])])
      expect([...roots, 'agents']).toContain(root)
})

it.each(ENGINES.map(({ name }) => name))('%s is named in its own folder only', (name) => {
  const others = sourcesBelow('src').filter(
    (path) => !path.startsWith(join('src', 'engines', name)) && !MAY_NAME.includes(path),
  )
  expect(
    others.filter((path) => new RegExp(`(['"\`])${name}\\1`).test(readFileSync(join(ROOT, path), 'utf8'))),
  ).toEqual([])
})

it('only the registry imports what is in the folder of an engine', () => {
  const folders = ENGINES.map(({ name }) => name).join('|')
  const outside = sourcesBelow('src').filter((path) => !new RegExp(`^src/engines/(?:${folders})/`).test(path))
  const importing = outside.filter((path) =>
    new RegExp(`from '[^']*/(?:${folders})/|import\\('[^']*/(?:${folders})/`).test(
      readFileSync(join(ROOT, path), 'utf8'),
    ),
  )
  expect(importing).toEqual(['src/engines/engines.ts'])
})

it.each(ENGINES.filter(({ hook, settings }) => hook && settings).map((engine) => [engine.name, engine] as const))(
  '%s calls the hook for events that its hook understands',
  (name, { hook }) => {
    const { user } = places()
    const written = Object.values(settingsOf(name).connect({}, PROGRAM, user)).join('\n')
    const called = [...written.matchAll(new RegExp(`\\bhook[ ",]+${name}[ ",]+([\\w-]+)`, 'g'))].map(
      ([, event]) => event,
    )
    const said = [...written.matchAll(/said\('(\w+)'/g)].map(([, event]) => event)
    const kinds = [...called, ...said].map((event) => (hook?.events as EventNames | undefined)?.[String(event)])
    expect(kinds).toEqual(expect.arrayContaining(['prompt_submitted', 'turn_ended']))
    expect(kinds).not.toContain(undefined)
  },
)

/** A copy of the source with a further engine: its folder, and its line in the registry. */
function withSeventh(): string {
  const root = scratch()
  for (const path of ['src', 'package.json', 'migrations', 'test/cli/engine-table.ts'])
    if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const folder = join(root, 'src', 'engines', 'seventh')
  mkdirSync(folder)
  for (const file of readdirSync(join(import.meta.dirname, 'seventh'))) {
    const text = readFileSync(join(import.meta.dirname, 'seventh', file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll("'../../../src/", "'../../"))
  }
  const registry = join(root, 'src', 'engines', 'engines.ts')
  const text = readFileSync(registry, 'utf8')
  const added = `import { seventh } from './seventh/engine.ts'\n${text.replace(', openAiChat]', ', seventh, openAiChat]')}`
  writeFileSync(registry, added)
  return root
}

/** Runs these command lines one after the other in one process; gives what each printed and its exit code. */
function ran(root: string, home: string, lines: readonly (readonly string[])[]): readonly Printed[] {
  const script = `
    import { writeSync } from 'node:fs'
    import { run } from ${JSON.stringify(join(root, 'src', 'cli', 'run.ts'))}
    for (const words of ${JSON.stringify(lines)}) {
      const code = await run(words)
      writeSync(1, '\\0' + code + '\\0')
    }`
  const parts = started(root, home, ['--input-type=module', '-e', script]).split('\0')
  return lines.map((_, i) => ({ out: parts[2 * i] ?? '', code: Number(parts[2 * i + 1]) }))
}

interface Printed {
  readonly code: number
  readonly out: string
}

function started(root: string, home: string, words: readonly string[], input = ''): string {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    WAYLAND_CONFIG_DIR: join(home, 'c'),
    WAYLAND_DATA_DIR: join(home, 'd'),
  }
  return execFileSync(process.execPath, ['--import', 'tsx', ...words], { cwd: root, env, input, encoding: 'utf8' })
}

const TASK = [
  'review the changes on the branch',
  'please review the changes on this branch',
  'review branch changes now',
]

it('a further engine is its folder and a line: every command, the hook and the README know it', () => {
  const root = withSeventh()
  // Not below the folder that the hook is called in: that is the project's.
  const home = scratch()
  const sessions = join(home, '.seventh', 'sessions')
  mkdirSync(sessions, { recursive: true })
  TASK.forEach((text, day) => {
    const at = `2026-01-0${day + 1}T00:00:00Z`
    const lines = [
      { seventh: 'asked', text, at },
      { seventh: 'ran', command: 'git diff main' },
      { seventh: 'said', text: 'Done.' },
    ]
    writeFileSync(join(sessions, `s${day}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  })

  const name = 'auto-branch-changes-review'
  const [help, install, imported, auto, promoted, doctor, routed] = ran(root, home, [
    ['help', 'install'],
    ['install', 'seventh', '--json'],
    ['import', 'seventh', '--json'],
    ['import', 'auto', sessions, '--json'],
    ['skills', 'promote', name],
    ['doctor', '--json'],
    ['route', '--engine', 'seventh', '--json', TASK[0] ?? ''],
  ])
  expect(help?.out).toContain('opencode, pi, copilot, seventh.')
  expect(JSON.parse(install?.out ?? '')).toMatchObject({ engine: 'seventh', status: 'connected' })
  expect(readFileSync(join(home, '.seventh', 'settings.json'), 'utf8')).toContain('hook seventh Done')
  expect(JSON.parse(imported?.out ?? '')).toMatchObject({ turns_recorded: 3, drafts: 1, errors: [] })
  expect(JSON.parse(auto?.out ?? '')).toMatchObject({ files: 3, turns_recorded: 0, errors: [] })
  expect(promoted?.code).toBe(0)
  const copy = join(home, '.seventh', 'skills', name, 'SKILL.md')
  expect(readFileSync(copy, 'utf8')).toContain('seventh: learned')
  const { checks } = JSON.parse(doctor?.out ?? '') as { checks: readonly { what: string; state: string }[] }
  expect(checks.find(({ what }) => what === 'seventh')).toMatchObject({ state: 'ok' })
  expect(routed?.out).toContain(copy)

  const done = JSON.stringify({ hook_event_name: 'Done', session_id: 's9' })
  const rest = `
    import { engineTable } from ${JSON.stringify(join(root, 'test', 'cli', 'engine-table.ts'))}
    import { run } from ${JSON.stringify(join(root, 'src', 'cli', 'run.ts'))}
    import { hook } from ${JSON.stringify(join(root, 'src', 'daemon', 'hook.ts'))}
    console.log(await engineTable())
    await run(['uninstall', 'seventh', '--json'])
    void hook(['seventh'])`
  const last = started(root, home, ['--input-type=module', '-e', rest], done)
  expect(last).toContain('| `seventh`: Seventh Agent | `~/.seventh')
  expect(readdirSync(join(home, 'd', 'spool')).join()).toContain('seventh+turn_ended+s9')
  expect(last).toContain('"status":"disconnected"')
  expect([existsSync(copy), existsSync(join(home, '.seventh', 'settings.json'))]).toEqual([false, false])
})
