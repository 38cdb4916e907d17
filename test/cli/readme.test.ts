import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { finished, Home, MAIN, REVIEW, removeHomes, turn } from './command-line.ts'
import { PARTS } from './readme-parts.ts'

removeHomes()

const ROOT = join(import.meta.dirname, '..', '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const EXAMPLES = [...README.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')

/** A home with sessions in ~/.claude/projects and the program on the PATH. */
function newcomer(): { readonly home: Home; readonly env: Record<string, string> } {
  const home = new Home()
  mkdirSync(join(home.root, '.config'))
  const projects = join(home.root, '.claude', 'projects', 'demo')
  mkdirSync(projects, { recursive: true })
  cpSync(join(ROOT, 'test', 'fixtures', 'transcripts', 'claude-code'), projects, { recursive: true })
  const bin = join(home.root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'wayland-core'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
  chmodSync(join(bin, 'wayland-core'), 0o755)
  return { home, env: home.env({ PATH: `${bin}:${process.env.PATH}` }) }
}

const shell = (script: string, cwd: string, env: Record<string, string>) =>
  finished(spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }))

describe('the README', () => {
  it.each(Object.keys(PARTS))('has the part "%s" word for word; "npm run readme" writes it', (name) =>
    expect(README).toContain(`<!-- ${name} -->\n${PARTS[name]}\n<!-- /${name} -->`),
  )

  it('names every command, and every field that --json prints', () => {
    for (const { name, json } of COMMANDS) {
      expect(README).toContain(name)
      for (const field of json) expect(README).toMatch(new RegExp(`\\b${field}\\b`))
    }
  })

  it('links to files that exist', () => {
    const links = [...README.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(existsSync(join(ROOT, link)), link).toBe(true)
  })

  it('names scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = [...README.matchAll(/`npm run ([\w:]+)`/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(5)
    for (const script of named) expect(Object.keys(scripts)).toContain(script)
  })
})

// One test each, so that each has its time: what an example finds is what those before it left.
describe('the examples of the README, pasted one after the other', () => {
  const { home, env } = newcomer()
  // The skill that the examples speak of comes from a person's own sessions.
  beforeAll(async () => void (await home.draft(REVIEW, '')))

  it('are some', () => expect(EXAMPLES.length).toBeGreaterThan(6))

  it.each(EXAMPLES.map((example) => [example.split('\n')[0] ?? '', example] as const))(
    'work: %s',
    async (_, example) => {
      const done = await shell(example, home.work, env)
      const stderr = example.includes('/SKILL.md"') ? expect.stringMatching(EDITED) : ''
      expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr })
    },
  )
})

/** What a person hears who edits what they had promoted. */
const EDITED =
  /^Warning: .* edited on disk since it was reviewed; it is offered to nobody until .*\n(?:Repaired: .* is withdrawn\.\n)*$/

/** What has to have happened before an example can work, after those of the commands before it. */
const BEFORE: Readonly<Record<string, (home: Home) => Promise<unknown>>> = {
  '--skills-pin': (home) => home.move(OWN, 'promote'),
  '--skills-accept': async (home) => {
    for (const move of ['restore', 'promote'] as const) await home.move(OWN, move)
    await propose(home, 'b')
  },
  '--skills-reject': (home) => propose(home, 'c'),
  '--skills-diff': (home) => propose(home, 'd'),
}
const OWN = 'auto-branch-changes-review'
const propose = (home: Home, id: string) => home.learn([1, 2, 3].map((n) => turn(REVIEW, `${id}${n}`)))

describe('each command’s own example, where it is not one of the README’s', () => {
  const pasted = new Set(EXAMPLES.flatMap((example) => example.split('\n')))
  const { home, env } = newcomer()
  mkdirSync(join(home.root, '.claude', 'skills'))
  beforeAll(async () => {
    await home.draft('review the branch', 'x')
    await home.draft(REVIEW, 'a')
  })

  it.each(COMMANDS.filter(({ example }) => !pasted.has(example)))('works when pasted: $name', async (command) => {
    await BEFORE[command.name]?.(home)
    const { code, stderr } = await shell(command.example, home.work, env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

it('the package ships what the program reads', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const [pack] = JSON.parse(listed) as { files: { path: string }[] }[]
  const paths = pack?.files.map(({ path }) => path) ?? []
  for (const path of [
    'README.md',
    'LICENSE',
    'config/default.json',
    'dist/cli/main.js',
    'dist/index.d.ts',
    'test/fixtures/demo/sessions.jsonl',
  ])
    expect(paths).toContain(path)
  expect(paths.some((path) => path.startsWith('migrations/') && path.endsWith('.sql'))).toBe(true)
})
