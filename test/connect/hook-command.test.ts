import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hookCommand, isOurCommand } from '../../src/connect/hook-command.ts'
import { scratch } from '../scratch.ts'

const SHELLS = ['/bin/sh', '/bin/bash', '/bin/zsh', '/usr/bin/fish'].filter((shell) => existsSync(shell))

/** A home whose path needs care, with Node and a main file of ours that does this. */
function installed(code: string) {
  const home = join(scratch(), 'a "quoted" $HOME')
  const [main, node] = [join(home, 'cli', 'main.js'), join(home, 'node')]
  mkdirSync(join(home, 'cli'), { recursive: true })
  symlinkSync(process.execPath, node)
  writeFileSync(main, code)
  copyFileSync(join(import.meta.dirname, '../../src/connect/hook.sh'), join(home, 'cli', 'hook.sh'))
  return { home, main, node }
}

const ANSWER = 'process.stdin.on("data", (said) => console.log(process.argv.slice(2).join(), String(said)))'

describe.each(SHELLS)('a hook that %s runs', (shell) => {
  const run = (program: { readonly node: string; readonly main: string }) => {
    const command = hookCommand({ ...program, platform: 'linux' }, 'codex', 'Stop')
    const { status, stdout, stderr } = spawnSync(shell, ['-c', command], { input: 'the payload', encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('gives it the payload, and hands its answer on', () => {
    expect(run(installed(ANSWER))).toEqual({ status: 0, stdout: 'hook,codex,Stop the payload\n', stderr: '' })
  })

  it('says nothing and ends well where Node moved, is no program, or the package or a part of it is gone', () => {
    const there = installed(ANSWER)
    const gone = join(there.home, 'gone')
    const broken = [
      { ...there, node: gone },
      { ...there, node: there.home },
      { ...there, main: gone },
    ]
    for (const program of [...broken, installed('require("./gone.js")')])
      expect(run(program)).toEqual({ status: 0, stdout: '', stderr: '' })
  })
})

describe('a command line', () => {
  const command = hookCommand({ node: '/a b/node', main: '/p/cli/main.js', platform: 'linux' }, 'qwen', 'Stop')

  it('is known as ours, as is one of an earlier installation', () => {
    const earlier = '"/a b/node" "/p/cli/main.js" hook qwen Stop'
    const guarded = `env -u NODE_OPTIONS ${earlier} 2>/dev/null || true`
    for (const one of [command, guarded, earlier, '/n /p/cli/main.js hook qwen Stop'])
      expect([isOurCommand(one, 'qwen'), isOurCommand(one, 'codex')]).toEqual([true, false])
  })

  it.each([`${command}; rm -rf x`, `sleep 1; ${command}`, command.replace('true', 'false'), 'wc -l'])(
    'of somebody else is not: %s',
    (one) => expect(isOurCommand(one, 'qwen')).toBe(false),
  )

  it('stays without a guard on Windows, whose shells share none', () => {
    const program = { node: 'C:\\n\\node.exe', main: 'C:\\p\\cli\\main.js', platform: 'win32' } as const
    expect(hookCommand(program, 'qwen', 'Stop')).toBe('"C:\\n\\node.exe" "C:\\p\\cli\\main.js" hook qwen Stop')
  })
})
