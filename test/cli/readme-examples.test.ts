import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../src/cli/commands.ts'
import { skillMd } from '../service/home.ts'
import { finished, Home, MAIN, REVIEW, turn } from './command-line.ts'
import { examplesOf, PAGES, type Page, ROOT } from './readme-pages.ts'

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

const WITH_EXAMPLES = PAGES.filter((page) => examplesOf(page).length > 0)

const ON_PAGES = WITH_EXAMPLES.flatMap((page) => examplesOf(page))

it('pages have examples', () => expect(WITH_EXAMPLES.length).toBeGreaterThan(4))

// One test each, so that each has its time: what an example finds is what those before it on its page left.
describe.each(WITH_EXAMPLES)('the examples of %s, pasted one after the other', (page: Page) => {
  const { home, env } = newcomer()
  // The README makes its own draft; the other pages speak of one that a person has.
  beforeAll(async () => void (page === 'README.md' || (await home.draft(REVIEW, ''))))

  it.each(examplesOf(page).map((example) => [example.split('\n')[0] ?? '', example] as const))(
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
  /^Warning: .* edited on disk since it was reviewed; it is not offered until .*\n(?:.* is withdrawn\.\n)*$/

/** What has to have happened before an example can work, after those of the commands before it. */
const BEFORE: Readonly<Record<string, (home: Home) => Promise<unknown>>> = {
  'skills set': (home) => home.move('auto-branch-changes-review', 'promote'),
  optimise: (home) => home.learn(Array.from({ length: 14 }, (_, n) => turn(REVIEW, `e${n}`))),
  'bench tasks': (home) => home.learn([turn(REVIEW, 'd1')]),
  'schedule add': async (home) => {
    mkdirSync(join(home.skills, 'nightly-report'), { recursive: true })
    writeFileSync(join(home.skills, 'nightly-report', 'SKILL.md'), skillMd('nightly-report', 'Reports.', 'Report.'))
  },
  'schedule run': async (home) => agentIn(join(home.root, 'bin')),
  purge: (home) => home.move('auto-branch-review', 'archive'),
}
/** Commands whose example needs what another left, or takes away what another needs: after the others, in this order. */
const IN_ORDER: readonly string[] = [
  ...['add', 'run', 'log', 'show', 'refresh', 'pause', 'resume', 'remove'].map((name) => `schedule ${name}`),
  ...['promote', 'set', 'undo'].map((name) => `skills ${name}`),
  ...['archive', 'restore', 'revoke'].map((name) => `skills ${name}`),
  'purge',
]

/** They need a server and other people: `npm run demo:team`, which CI runs, has both. */
const OF_A_TEAM = /^team (?!serve|status)/

/** An agent that says that it is done. */
function agentIn(bin: string): void {
  const file = join(bin, 'claude')
  writeFileSync(file, `#!/bin/sh\ncat > /dev/null\necho '{"type":"result","is_error":false}'\n`)
  chmodSync(file, 0o755)
}

/** Those of the commands whose example stands on no page: the others were pasted from there. */
const ELSEWHERE = (await allCommands())
  .filter(({ example }) => !ON_PAGES.some((page) => page.includes(example)))
  .filter(({ name }) => !OF_A_TEAM.test(name))
  .sort((a, b) => IN_ORDER.indexOf(a.name) - IN_ORDER.indexOf(b.name))

describe('each command’s own example', () => {
  const { home, env } = newcomer()
  mkdirSync(join(home.root, '.claude', 'skills'))
  beforeAll(async () => {
    await home.draft('review the branch', 'x')
    await home.draft(REVIEW, 'a')
  })

  it.each(ELSEWHERE)('works when pasted: $name', async (command) => {
    await BEFORE[command.name]?.(home)
    const { code, stderr } = await shell(command.example, home.work, env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
