import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hookArguments } from '../../../src/connect/hook-command.ts'
import { usualSocket } from '../../../src/daemon/address.ts'
import { payloadsFolder } from '../../../src/daemon/job-file.ts'
import { lateHints } from '../../../src/daemon/late-hints.ts'
import { ENGINES } from '../../../src/engines/engines.ts'
import { MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent, review, write } from './agents.ts'
import { silent } from './hooks.ts'
import { HINT, UsualHome } from './usual-home.ts'

async function served(options: object = {}): Promise<UsualHome> {
  const home = new UsualHome()
  home.configure({ 'daemon.autostart': 'off', 'router.holdout': 0, 'hook.directMs': 60_000, ...options })
  await home.promoted('review the changes on the branch')
  await home.daemon()
  return home
}

/** The variables by which an agent whose hooks a shell runs moves its sessions. */
const MOVING = ENGINES.flatMap(({ home, hook }) =>
  hook !== undefined && home !== undefined && 'movedBy' in home ? [home.movedBy] : [],
)

// Without curl these events are Node's.
describe.skipIf(!existsSync('/usr/bin/curl'))('a hook as it is installed, where a daemon runs', () => {
  it('is answered and heard without a start of Node, whatever a proxy or a curlrc of the project says', async () => {
    const home = await served()
    writeFileSync(join(home.root, '.curlrc'), 'output = stolen\n')
    const more = { http_proxy: 'http://127.0.0.1:9', ALL_PROXY: 'http://127.0.0.1:9', NODE_OPTIONS: '--bad' }
    await home.hinted('s5', { more })
    // As long as a prompt may be that goes through no pipe.
    await home.hinted('s6', { words: { more: 'x'.repeat(2 * 1024 * 1024) } })
    write(agent, home.root, review('s7'))
    await home.until(async () => {
      silent(home.script('end', 's7'))
      return (await home.recorded()) === 4
    })
    expect(existsSync(join(home.work, 'stolen'))).toBe(false)
  })

  it('is left to Node where variables restrict it, where its transcript lies elsewhere, and where the settings changed', async () => {
    const home = await served()
    const left = [
      { more: { WAYLAND_SKILLS: 'off' } },
      { more: { WAYLAND_CHILD: '1' } },
      { words: { transcript_path: join(home.root, 'elsewhere', 's5.jsonl') } },
    ]
    for (const how of left) silent(home.script('prompt', 's5', how))
    const { hints } = (await home.run(['status', '--json'])).json<{ hints: { late: number } }>()
    expect([hints.late, home.jobs]).toEqual([0, []])
    // Node answers by the same daemon.
    await home.hinted('s5', { ...left[2], node: process.execPath })
    for (const options of [{ skills: 'off' }, { 'hook.waitMs': 0 }, { 'hook.waitMs': 'soon' }]) {
      home.configure({ 'daemon.autostart': 'off', ...options })
      silent(home.script('prompt', 's8'))
    }
  })

  it('is over once the end of a run is left in a file, which a killed daemon leaves to the next process', async () => {
    const home = await served()
    const folder = payloadsFolder(home.data)
    const daemon = (await home.heard())?.pid ?? 0
    process.kill(daemon, 'SIGSTOP')
    for (const session of ['s5', 's6']) {
      write(agent, home.root, review(session))
      silent(home.script('end', session))
    }
    const files = readdirSync(folder)
    expect(files.map((name) => name.replace(/\d+$/, ''))).toEqual(['claude-code.Stop.', 'claude-code.Stop.'])
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    process.kill(daemon, 'SIGKILL')
    await home.until(async () => (await home.heard()) === undefined)
    expect(await home.status()).toMatchObject({ turns: 5, spooled: 0 })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(MOVING)('asks where %s may have moved what the run has written', async (variable) => {
    const home = await served()
    process.kill((await home.heard())?.pid ?? 0, 'SIGSTOP')
    write(agent, home.root, review('s5'))
    silent(home.script('end', 's5', { more: { [variable]: join(home.root, 'moved') } }))
    expect(readdirSync(payloadsFolder(home.data))).toEqual([])
    process.kill((await home.heard())?.pid ?? 0, 'SIGCONT')
  })

  it('takes its payload as the last word of a program that has no shell', async () => {
    const home = await served()
    const payload = { type: 'agent-turn-complete', 'thread-id': 't1', 'turn-id': '1', 'input-messages': ['review'] }
    const words = hookArguments(
      { node: '/nowhere/node', main: MAIN, platform: process.platform, socket: usualSocket(home.data) },
      'codex',
      'agent-turn-complete',
    )
    const taken = async () => {
      const [program = '', ...rest] = words
      const { status, stdout } = spawnSync(program, [...rest, JSON.stringify(payload)], {
        env: home.env(),
        cwd: home.work,
      })
      // A busy machine may take longer than the script waits, and there is no Node.
      expect(stdout.toString()).toBe('')
      return status === 0
    }
    await home.until(taken)
    // Not asked for again: a later end of the session takes the place of the one that waits.
    await home.until(async () => home.jobs.some((name) => name.startsWith('codex+turn_ended+t1')))
  })

  it('is no offer where the daemon stood still until the hook had given up', async () => {
    const home = await served()
    const decisions = async () => (await home.within((loop) => loop.upkeep.tally())).decisions
    const before = await decisions()
    const daemon = (await home.heard())?.pid ?? 0
    process.kill(daemon, 'SIGSTOP')
    for (const session of ['s5', 's6']) silent(home.script('prompt', session))
    process.kill(daemon, 'SIGCONT')
    await home.hinted('s9')
    expect(await decisions()).toBe(before + 1)
    expect(home.jobs.filter((name) => /\+s[56]\+/.test(name))).toEqual([])
  })

  it('is no offer where its hint could not be printed', async () => {
    const home = await served()
    const decisions = async () => (await home.within((loop) => loop.upkeep.tally())).decisions
    const before = await decisions()
    for (const [i, to] of ['>&-', '> /dev/full'].entries())
      await home.until(async () => {
        silent(home.script('prompt', `s${i}`, { to }))
        return lateHints(home.data, 0) > i
      })
    expect(await decisions()).toBe(before)
    await home.hinted('s9')
    expect(await decisions()).toBe(before + 1)
  })
})

describe('a hook as it is installed, where no daemon answers', () => {
  it('is Node’s where the socket is gone, was left behind, or says nothing', async () => {
    const home = new UsualHome()
    home.configure({ 'daemon.autostart': 'off', 'router.holdout': 0, 'hook.directMs': 60_000 })
    await home.promoted('review the changes on the branch')
    const hint = (session: string) => home.script('prompt', session, { node: process.execPath }).stdout
    expect(hint('s5')).toContain(HINT)
    const daemon = await home.daemon()
    daemon.kill('SIGKILL')
    await once(daemon, 'exit')
    expect(existsSync(usualSocket(home.data))).toBe(true)
    expect(hint('s6')).toContain(HINT)
    rmSync(usualSocket(home.data))
    const mute = createServer().listen(usualSocket(home.data))
    onTestFinished(() => void mute.close())
    await once(mute, 'listening')
    expect(hint('s7')).toContain(HINT)
  })
})
