import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { embeddedIn, MAKING_MS } from '../team/databases.ts'
import { Home } from './command-line.ts'

const TEXT = '---\nname: review-branch\ndescription: Reviews a branch.\n---\n\nRun `git diff`.\n'

it(
  'two machines of one person: the second has what the first shared, also by its daemon, and a tree for git',
  async () => {
    const [one, other] = [new Home(), new Home()]
    const folder = join(one.data, 'team-server', 'database')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await embeddedIn(folder)
    const invitation = await one.runAlone(['team', 'init', '--personal'])
    const server = one.start(['team', 'serve', '--port', '0', '--json'])
    const [line] = (await once(createInterface(server.stdout!), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }

    // The embedded database is of one process.
    const second = await one.runAlone(['team', 'serve', '--port', '0'])
    expect([second.code, second.stderr]).toEqual([
      3,
      expect.stringContaining('another process has the embedded database'),
    ])
    expect(second.stderr).toContain('use a Postgres')

    await one.run(['team', 'join', url], { stdin: invitation.stdout })
    const own = await one.run(['team', 'invite', '--own'])
    await other.run(['team', 'join', url], { stdin: own.stdout })
    mkdirSync(join(one.skills, 'review-branch'), { recursive: true })
    writeFileSync(join(one.skills, 'review-branch', 'SKILL.md'), TEXT)
    expect((await one.run(['share', 'review-branch', '--yes'])).code).toBe(0)

    const daemon = other.start(['daemon', 'run'])
    const file = join(other.skills, 'review-branch', 'SKILL.md')
    while (!existsSync(file)) await wait(50)
    expect(readFileSync(file, 'utf8')).toContain('Run `git diff`.')
    daemon.kill('SIGTERM')

    const tree = join(other.root, 'tree')
    expect((await other.run(['team', 'export', tree])).code).toBe(0)
    const index = readFileSync(join(tree, '.well-known', 'agent-skills', 'index.json'), 'utf8')
    expect(JSON.parse(index)).toMatchObject({
      skills: [{ name: 'review-branch', digest: expect.stringMatching(/^sha256:/) }],
    })
    const git = (...words: string[]) => execFileSync('git', ['-C', tree, ...words], { encoding: 'utf8' })
    git('init', '--quiet')
    git('add', '.')
    expect(git('status', '--short').split('\n').filter(Boolean).sort()).toEqual([
      'A  .well-known/agent-skills/index.json',
      'A  .well-known/agent-skills/review-branch/SKILL.md',
    ])
  },
  MAKING_MS,
)
