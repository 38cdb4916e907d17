import { existsSync, mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { payloadsFolder } from '../../src/daemon/job-file.ts'
import { acceptPayloads, takePayloads } from '../../src/daemon/payloads.ts'
import { openSpool, type Spool } from '../../src/daemon/spool.ts'
import { scratch } from '../scratch.ts'

let home: string
let folder: string
let spool: Spool
const take = () => takePayloads(spool, config())
const config = () => readConfig({ env: {}, homeDir: home, given: { 'data.dir': join(home, 'data') } })

beforeEach(() => {
  home = scratch()
  folder = payloadsFolder(join(home, 'data'))
  spool = openSpool(join(home, 'data'), process.pid, () => false)
  acceptPayloads(join(home, 'data'))
})

const ENDED = {
  session_id: 's1',
  hook_event_name: 'Stop',
  prompt_id: 'p1',
  last_assistant_message: 'The key is secret',
}
const leave = (name: string, payload: object | string, agoMs = 0): void => {
  const at = new Date(Date.now() - agoMs)
  writeFileSync(join(folder, name), typeof payload === 'string' ? payload : JSON.stringify(payload))
  utimesSync(join(folder, name), at, at)
}

it('makes a job of the end of a run, at the time at which it was left, and keeps no text', () => {
  leave('claude-code.Stop.1', ENDED, 5_000)
  leave('claude-code.Stop.2', ENDED)
  leave('codex.agent-turn-complete.3', { type: 'agent-turn-complete', 'thread-id': 't1', 'turn-id': '1' })
  expect(spool.look().waiting).toBe(3)
  take()
  expect([readdirSync(folder).sort(), spool.look().waiting]).toEqual([
    ['claude-code.Stop.2', 'codex.agent-turn-complete.3'],
    2,
  ])
  const claimed = spool.claim(new Date())
  const job = claimed?.job
  expect(job).toMatchObject({ engine: 'claude-code', payload: { session_id: 's1', prompt_id: 'p1' }, tries: 0 })
  expect(job?.folders).toEqual([join(home, '.claude', 'projects')])
  expect(JSON.stringify(job)).not.toContain('secret')
  expect(Math.abs((job?.at ?? 0) - Date.now())).toBeLessThan(60_000)
  if (claimed !== undefined) spool.done(claimed)
  expect([readdirSync(folder), spool.look().waiting]).toEqual([['codex.agent-turn-complete.3'], 1])
})

it('is left again by a process that ended while it read it, and given up after three', () => {
  leave('claude-code.Stop.1', ENDED, 5_000)
  for (let fall = 1; fall <= 3; fall++) {
    take()
    expect(spool.claim(new Date())?.job.payload).toMatchObject({ session_id: 's1' })
    expect(readdirSync(folder)).toEqual([])
    spool = openSpool(join(home, 'data'), process.pid, () => false)
    expect(spool.claim(new Date())).toBeUndefined()
  }
  expect([readdirSync(folder), spool.look().waiting]).toEqual([[], 0])
  expect(spool.look().aside).toMatchObject([{ why: expect.stringContaining('ended') }])
  expect(JSON.stringify(spool.look().aside)).not.toContain('secret')
})

it('makes one job of the ends of a session that wait together, the last, and one of those that come after it', () => {
  const other = { ...ENDED, session_id: 's2' }
  for (const [n, end] of [ENDED, { ...ENDED, prompt_id: 'p2' }, other, { ...ENDED, prompt_id: 'p3' }].entries())
    leave(`claude-code.Stop.${n}`, end, 5_000 - n)
  leave('claude-code.SessionEnd.9', { session_id: 's1', hook_event_name: 'SessionEnd' }, 1_000)
  expect(take()).toBe(5)
  leave('claude-code.Stop.5', { ...ENDED, prompt_id: 'p4' })
  const claimed = () => spool.claim(new Date())?.job.payload
  expect([claimed(), claimed(), claimed(), claimed()]).toMatchObject([
    { session_id: 's1', prompt_id: 'p3' },
    { session_id: 's2', prompt_id: 'p1' },
    { session_id: 's1', hook_event_name: 'session_ended' },
    undefined,
  ])
  expect(take()).toBe(1)
  expect(claimed()).toMatchObject({ session_id: 's1', prompt_id: 'p4' })
  // The process ends before it has read the last one.
  spool = openSpool(join(home, 'data'), process.pid, () => false)
  spool.claim(new Date())
  take()
  expect([claimed(), claimed(), claimed(), spool.look().waiting]).toMatchObject([
    { session_id: 's2' },
    { session_id: 's1', prompt_id: 'p4' },
    { hook_event_name: 'session_ended' },
    3,
  ])
})

it('waits without its text once it was read too early, and a look of the same turn goes', () => {
  leave('claude-code.Stop.1', ENDED)
  const [name, look] = [
    'claude-code+turn_ended+s1+p1',
    { engine: 'claude-code', payload: {}, folders: [], at: 1, tries: 0 },
  ]
  spool.put(name, look)
  take()
  expect(spool.look().waiting).toBe(1)
  const claimed = spool.claim(new Date())
  if (claimed === undefined) throw new Error('nothing was claimed')
  expect(claimed.name).toBe(name)
  spool.putBack(claimed, { ...claimed.job, tries: 1 })
  expect([readdirSync(folder), spool.look().waiting]).toEqual([[], 1])
  expect(spool.claim(new Date())?.job).toMatchObject({ payload: { session_id: 's1' }, tries: 1 })
})

it('leaves a file that is being written, and deletes one that was never finished', () => {
  leave('claude-code.Stop.1', '{"session_id":"s1","hook_ev')
  leave('claude-code.Stop.2', '{"session_id":"s2","hook_ev', 120_000)
  take()
  expect([readdirSync(folder), spool.claim(new Date())]).toEqual([['claude-code.Stop.1'], undefined])
  leave('claude-code.Stop.1', ENDED)
  take()
  expect(spool.claim(new Date())?.job.payload).toMatchObject({ session_id: 's1' })
})

it('deletes what no hook would put aside', () => {
  leave('claude-code.UserPromptSubmit.1', { ...ENDED, hook_event_name: 'UserPromptSubmit', prompt: 'review' })
  leave('claude-code.Stop.2', { ...ENDED, agent_id: 'a subagent' })
  leave('claude-code.PreToolUse.3', { ...ENDED, hook_event_name: 'PreToolUse' })
  leave('nobody.Stop.4', ENDED)
  leave('claude-code.Stop.5', ENDED)
  truncateSync(join(folder, 'claude-code.Stop.5'), 9 * 1024 * 1024)
  take()
  expect([readdirSync(folder), spool.look().waiting]).toEqual([[], 0])
  mkdirSync(join(home, '.config', 'wayland-core'), { recursive: true })
  writeFileSync(join(home, '.config', 'wayland-core', 'config.json'), JSON.stringify({ skills: 'off' }))
  leave('claude-code.Stop.6', ENDED)
  take()
  expect([readdirSync(folder), spool.look().waiting]).toEqual([[], 0])
})

it('has hooks ask again once nothing takes what they leave, and keeps what they left', () => {
  acceptPayloads(join(home, 'data'))()
  expect(existsSync(folder)).toBe(false)
  take()
  const end = acceptPayloads(join(home, 'data'))
  leave('claude-code.Stop.1', ENDED)
  end()
  expect(readdirSync(folder)).toEqual(['claude-code.Stop.1'])
})
