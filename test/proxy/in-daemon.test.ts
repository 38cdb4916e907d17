import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { finished, Home } from '../cli/command-line.ts'
import { REVIEW_SKILL } from '../service/home.ts'
import { ScriptedAgent, scriptedModel } from './scripted-agent.ts'

/** Lines of the daemon's log, once one of them is about this. */
async function logged(home: Home, about: string): Promise<readonly Record<string, unknown>[]> {
  const file = join(home.data, 'daemon.log')
  for (;;) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
    const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === about)
    if (found.length > 0) return found
    await setTimeout(20)
  }
}

it('the daemon has a proxy where an upstream is named, learns by it, and ends with it', async () => {
  const model = await scriptedModel()
  const home = new Home()
  const env = { WAYLAND_PROXY_UPSTREAM: model.url, WAYLAND_PROXY_PORT: '0' }
  const daemon = home.start(['daemon', 'run'], { env })
  const ended = finished(daemon)
  const [line] = await logged(home, 'proxy')
  const url = `${line?.origin}/~${readFileSync(String(line?.token_file), 'utf8').trim()}`
  expect(JSON.stringify(line)).not.toContain(url)
  for (let i = 0; i < 3; i++) await new ScriptedAgent(url, 'chat', { model }).turn('review the changes on the branch')
  await expect
    .poll(async () => (await home.run(['skills', '--json'])).json<{ skills: { name: string }[] }>().skills, {
      timeout: 20_000,
    })
    .toMatchObject([{ name: REVIEW_SKILL }])
  await home.run(['daemon', 'stop'])
  expect(await ended).toMatchObject({ code: 0 })
  await expect(fetch(`${url}/v1/models`)).rejects.toThrow()
}, 60_000)

it('a proxy that cannot run is told in the log, and hooks are answered all the same', async () => {
  const model = await scriptedModel()
  const home = new Home()
  const taken = new URL(model.url).port
  const daemon = home.start(['daemon', 'run'], {
    env: { WAYLAND_PROXY_UPSTREAM: model.url, WAYLAND_PROXY_PORT: taken },
  })
  const ended = finished(daemon)
  const [fault] = await logged(home, 'the proxy cannot run')
  expect(JSON.stringify(fault)).toContain(taken)
  expect((await home.run(['daemon', 'status'])).code).toBe(0)
  await home.run(['daemon', 'stop'])
  expect(await ended).toMatchObject({ code: 0 })
}, 60_000)
