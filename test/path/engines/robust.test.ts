import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOOK_ENGINES } from '../../../src/engines/engines.ts'
import { finished, MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { AgentHome, silent } from './hooks.ts'

const spooled = (home: AgentHome): string[] => {
  const folder = join(home.data, 'spool')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
}
const stop = (home: AgentHome, more: object = {}) =>
  JSON.stringify({ ...agent.payload('end', review('s1'), join(home.root, agent.file('s1'))), ...more })

describe('a hook says nothing and ends with 0', () => {
  it.each([
    ['nothing', ''],
    ['white space', '  \n'],
    ['half a payload', '{"session_id":"s1","hook_ev'],
    ['no object', '[1,2]'],
    ['no JSON', 'hello'],
    ['a payload of other fields', '{"a":1}'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d])],
    ['more than a payload may be', Buffer.alloc(20 * 1024 * 1024, 'x')],
    ['an event that does not exist', '{"session_id":"s1","hook_event_name":"Tomorrow"}'],
  ])('given %s', async (_, stdin) => {
    const home = new AgentHome()
    silent(await home.run(['hook', 'claude-code', 'UserPromptSubmit'], { stdin }))
    expect(spooled(home)).toEqual([])
  })

  it('with its input closed, at /dev/null, or left open for ever', async () => {
    const home = new AgentHome()
    const script = `node "${MAIN}" hook claude-code Stop`
    for (const input of ['<&-', '</dev/null'])
      silent(await finished(spawn('bash', ['-c', `${script} ${input}`], { env: home.env(), cwd: home.work })))
    const fifo = join(home.work, 'fifo')
    execFileSync('mkfifo', [fifo])
    const open = `exec 3<>"${fifo}"; ${script} <&3; echo "ended with $?"`
    expect((await finished(spawn('bash', ['-c', open], { env: home.env() }))).stdout).toBe('ended with 0\n')
  })

  it('in an agent that was started to answer a question, before it reads anything', async () => {
    const home = new AgentHome()
    for (const engine of HOOK_ENGINES) {
      silent(await home.run(['hook', engine, 'Stop'], { stdin: stop(home), env: { WAYLAND_CHILD: '1' } }))
      silent(await home.run(['hook', engine, 'UserPromptSubmit'], { stdin: stop(home), env: { WAYLAND_CHILD: '1' } }))
    }
    expect(existsSync(home.data)).toBe(false)
  })

  it('with nobody to read its output', async () => {
    const home = new AgentHome()
    await home.draft()
    const script = `echo '${JSON.stringify(agent.payload('prompt', review('s1'), ''))}' | node "${MAIN}" hook claude-code; echo $? >&2`
    const child = spawn('bash', ['-c', `(${script}) | true`], { env: home.env() })
    expect((await finished(child)).stderr).toBe('0\n')
  })

  it('for an engine that it does not know, or none, telling a person on stderr', async () => {
    const home = new AgentHome()
    for (const words of [['hook', 'nobody', 'Stop'], ['hook']]) {
      const { code, stdout, stderr } = await home.run(words, { stdin: stop(home) })
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
      expect(stderr).toContain('claude-code')
    }
  })

  it('where the data folder cannot be', async () => {
    const home = new AgentHome()
    writeFileSync(home.data, 'a file')
    silent(await home.hook(agent, 'end', review('s1')))
    silent(await home.hook(agent, 'prompt', review('s1')))
    silent(await home.run(['hook', 'claude-code'], { stdin: stop(home), env: { WAYLAND_DATA_DIR: '/proc/nowhere' } }))
  })

  it('where the configuration is broken', async () => {
    const home = new AgentHome()
    mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
    writeFileSync(join(home.config, 'wayland-core', 'config.json'), '{ not json')
    silent(await home.hook(agent, 'end', review('s1')))
  })
})

it('nothing is put aside where it is switched off, or for a run inside another one', async () => {
  const home = new AgentHome()
  silent(await home.hook(agent, 'end', review('s1'), { env: { WAYLAND_SKILLS: 'off' } }))
  silent(await home.run(['hook', 'claude-code', 'Stop', '--skills=off'], { stdin: stop(home) }))
  silent(await home.run(['hook', 'claude-code', 'Stop'], { stdin: stop(home, { agent_id: 'a1' }) }))
  expect(spooled(home)).toEqual([])
})

it('an end that a hook held up is an end like any other, and is never held up by this one', async () => {
  const home = new AgentHome()
  write(agent, home.root, review('s1'))
  for (const stop_hook_active of [false, true])
    silent(await home.run(['hook', 'claude-code', 'Stop'], { stdin: stop(home, { stop_hook_active }) }))
  expect(spooled(home)).toHaveLength(1)
  await home.run(['daemon', 'run', '--once'])
  expect(await home.status()).toMatchObject({ turns: 1, spooled: 0 })
})

it('a full or a read-only disk costs the event, and nothing else', async () => {
  const home = new AgentHome()
  mkdirSync(home.data)
  const mount = (...how: string[]) => execFileSync('mount', [...how, home.data], { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs')
  } catch {
    // Nothing can be mounted here; a folder that takes no file stands for it.
    writeFileSync(join(home.data, 'spool'), '')
    silent(await home.hook(agent, 'end', review('s1')))
    return
  }
  try {
    writeFileSync(join(home.data, 'ballast'), Buffer.alloc(32 * 1024))
    expect(() => appendFileSync(join(home.data, 'ballast'), Buffer.alloc(1024 * 1024))).toThrow('ENOSPC')
    silent(await home.hook(agent, 'end', review('s1')))
    silent(await home.hook(agent, 'prompt', review('s1')))
    expect(spooled(home)).toEqual([])
    execFileSync('mount', ['-o', 'remount,ro', home.data])
    silent(await home.hook(agent, 'end', review('s1')))
  } finally {
    execFileSync('umount', [home.data])
  }
})

it('thirty hooks at once lose nothing', async () => {
  const home = new AgentHome()
  const sessions = Array.from({ length: 30 }, (_, i) => review(`s${i}`))
  for (const turn of sessions) write(agent, home.root, turn)
  for (const ended of await Promise.all(sessions.map((turn) => home.hook(agent, 'end', turn)))) silent(ended)
  expect(spooled(home)).toHaveLength(30)
  expect((await home.run(['daemon', 'run', '--once', '--json'])).json()).toEqual({ done: 30, later: 0, put_aside: 0 })
  expect(await home.status()).toMatchObject({ turns: 30, spooled: 0 })
})

describe('a transcript', () => {
  it('that is not there yet is read when it is', async () => {
    const home = new AgentHome()
    silent(await home.hook(agent, 'end', review('s1')))
    expect((await home.run(['daemon', 'run', '--once', '--json'])).json()).toEqual({ done: 0, later: 1, put_aside: 0 })
    expect(await home.status()).toMatchObject({ turns: 0, spooled: 1 })
    write(agent, home.root, review('s1'))
    expect((await home.run(['daemon', 'run', '--once', '--json'])).json()).toEqual({ done: 1, later: 0, put_aside: 0 })
    expect(await home.status()).toMatchObject({ turns: 1, spooled: 0 })
  })

  it('that is written after the hook is waited for', async () => {
    const home = new AgentHome()
    const lines = agent.lines(review('s1'))
    write(agent, home.root, review('s1'), lines.slice(0, -1))
    silent(await home.hook(agent, 'end', review('s1')))
    const drained = home.run(['daemon', 'run', '--once', '--json'])
    const late = setTimeout(() => write(agent, home.root, review('s1'), lines.slice(-1)), 300)
    expect((await drained).json()).toEqual({ done: 1, later: 0, put_aside: 0 })
    clearTimeout(late)
    const { streaks } = (await home.run(['status', '--json'])).json<{ streaks: number }>()
    expect(streaks).toBe(1)
  })

  it('elsewhere is not read, and is put aside for a person to see', async () => {
    const home = new AgentHome()
    const outside = join(home.root, 'outside.jsonl')
    const inside = join(home.root, '.claude', 'projects', 'p')
    mkdirSync(inside, { recursive: true })
    writeFileSync(
      outside,
      agent
        .lines(review('s1'))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    )
    symlinkSync(outside, join(inside, 'link.jsonl'))
    for (const [i, path] of [
      outside,
      join(inside, 'link.jsonl'),
      '/dev/zero',
      '/proc/self/mem',
      'relative.jsonl',
    ].entries())
      silent(
        await home.run(['hook', 'claude-code', 'Stop'], {
          stdin: stop(home, { session_id: `x${i}`, transcript_path: path }),
        }),
      )
    expect((await home.run(['daemon', 'run', '--once', '--json'])).json()).toEqual({ done: 0, later: 0, put_aside: 5 })
    expect(await home.status()).toMatchObject({ turns: 0, spooled: 0, put_aside: 5 })
    expect((await home.run(['daemon', 'status'])).stdout).toContain(`${outside} lies outside the folder`)
  })

  it('is looked for where the agent of the hook kept it, not where a later process would', async () => {
    const home = new AgentHome()
    const turn = review('s1')
    const moved = join(home.root, 'elsewhere')
    mkdirSync(moved)
    const file = write({ ...agent, file: () => join('elsewhere', 'projects', 'p', 's1.jsonl') }, home.root, turn)
    silent(
      await home.run(['hook', 'claude-code', 'Stop'], {
        stdin: stop(home, { transcript_path: file }),
        env: { CLAUDE_CONFIG_DIR: moved },
      }),
    )
    expect((await home.run(['daemon', 'run', '--once', '--json'])).json()).toEqual({ done: 1, later: 0, put_aside: 0 })
  })
})

it('a prompt that no daemon answers in its time goes without a hint', async () => {
  const home = new AgentHome()
  await home.draft()
  silent(await home.hook(agent, 'prompt', review('s1'), { env: { WAYLAND_HOOK_DIRECT_MS: '1' } }))
  silent(await home.hook(agent, 'prompt', review('s1'), { env: { WAYLAND_HOOK_DIRECT_MS: '0' } }))
})

it('what is put aside has no word of the session in it', async () => {
  const home = new AgentHome()
  silent(await home.hook(agent, 'end', review('s1', { answer: 'The password is hunter2.' })))
  const [file = ''] = spooled(home)
  const text = readFileSync(join(home.data, 'spool', file), 'utf8')
  expect(text).not.toMatch(/password|hunter2|review the changes/)
  expect(JSON.parse(text)).toMatchObject({ engine: 'claude-code', payload: { session_id: 's1' } })
})
