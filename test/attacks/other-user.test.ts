import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { finished, Home } from '../cli/command-line.ts'
import { ScriptedAgent, scriptedModel } from '../proxy/scripted-agent.ts'

/** A number that no user of the machine needs to have. */
const OTHER = 12_345
const isRoot = process.getuid?.() === 0

/** What another user of the machine tries: argv has the data folder, and the port of the proxy. Prints what worked. */
const ATTEMPTS = `
  const fs = require('node:fs'), net = require('node:net')
  const [data, proxy] = process.argv.slice(1)
  const worked = []
  const attempt = async (what, work) => { try { if (await work() !== false) worked.push(what) } catch {} }
  const hook = JSON.stringify({ hook: 'claude-code', event: 'Stop', payload: { hook_event_name: 'Stop', session_id: 's', transcript_path: '/tmp/x.jsonl', cwd: '/' } })
  ;(async () => {
    await attempt('list', () => fs.readdirSync(data).includes('daemon.sock'))
    for (const file of ['proxy-token', 'daemon.log', 'daemon.json', 'wayland-core.db'])
      await attempt('read ' + file, () => fs.readFileSync(data + '/' + file))
    for (const file of ['spool/x', 'x']) await attempt('write ' + file, () => fs.writeFileSync(data + '/' + file, hook))
    await attempt('socket', () => new Promise((yes, no) => net.connect(data + '/daemon.sock').on('connect', yes).on('error', no)))
    for (let i = 0; i < 3; i++) await attempt('proxy', async () => (await fetch('http://127.0.0.1:' + proxy + '/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'review the changes on the branch' }] }) })).ok)
    console.log(JSON.stringify(worked))
    process.exit(0)
  })()`

it.skipIf(!isRoot)(
  'another user of the machine reaches nothing of a person’s (needs root, to be another user)',
  async () => {
    const model = await scriptedModel()
    const home = new Home()
    // As usual homes are: others may look for what lies in them.
    for (const at of [tmpdir(), home.root]) chmodSync(at, (statSync(at).mode & 0o7777) | 0o005)
    mkdirSync(home.data)
    chmodSync(home.data, 0o755)
    const daemon = home.start(['daemon', 'run'], {
      env: { WAYLAND_PROXY_UPSTREAM: model.url, WAYLAND_PROXY_PORT: '0' },
    })
    const log = join(home.data, 'daemon.log')
    while (!(existsSync(log) && /"origin".*\n/.test(readFileSync(log, 'utf8')))) await wait(20)
    const told = readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const { origin, token_file } = told.find(({ msg }) => msg === 'proxy') as { origin: string; token_file: string }
    const words = ['-e', ATTEMPTS, home.data, new URL(origin).port]
    const other = spawn(process.execPath, words, { uid: OTHER, gid: OTHER, env: {}, cwd: '/' })
    expect((await finished(other)).json()).toEqual(['list'])
    expect(model.arrived).toEqual([])
    // The person's own client, with the address that the person is given, is answered.
    const url = `${origin}/~${readFileSync(token_file, 'utf8').trim()}`
    await new ScriptedAgent(url, 'chat', { model }).turn('review the changes on the branch')
    daemon.kill()
    await finished(daemon)
    expect((await home.run(['skills', '--json'])).json()).toMatchObject({ skills: [] })
  },
  60_000,
)
