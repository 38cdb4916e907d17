import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { ScriptedAgent, scriptedModel } from '../proxy/scripted-agent.ts'
import { Home } from './command-line.ts'

const KEY = 'sk-secret-key-of-a-person-123456'

async function started(home: Home, words: readonly string[]) {
  const child = home.start(['proxy', '--port', '0', '--json', ...words])
  const log: Buffer[] = []
  child.stderr!.on('data', (bytes: Buffer) => log.push(bytes))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const told = JSON.parse(line) as { url: string; upstream: string; token_file: string }
  return { ...told, child, log: () => Buffer.concat(log).toString() }
}

it('logs what passes without content and keys, and content without keys where it is asked for', async () => {
  const model = await scriptedModel()
  for (const words of [[], ['--log-level', 'debug']]) {
    const { url, child, log } = await started(new Home(), ['--upstream', model.url, ...words])
    await new ScriptedAgent(url, 'chat', { model }).turn('review the secret garden')
    await expect.poll(() => log().match(/"status":200/g)?.length).toBe(3)
    child.kill()
    const [first] = log()
      .split('\n')
      .filter((line) => line.includes('"status"'))
      .map((line) => JSON.parse(line) as object)
    expect(first).toMatchObject({ method: 'POST', path: '/v1/chat/completions', status: 200, sent: /\d/ })
    expect(log().includes('secret garden')).toBe(words.length > 0)
    expect(log()).not.toContain(KEY)
  }
})

it('signs tokens of users with its own token, which stays', async () => {
  const model = await scriptedModel()
  const home = new Home()
  const { url, token_file, child } = await started(home, ['--upstream', model.url])
  const { stdout } = await home.run(['proxy', 'token', 'ada'])
  const ask = async (token: string) =>
    (
      await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'x-wayland-token': token },
        body: '{"messages":[]}',
      })
    ).status
  expect(await ask(stdout.trim())).toBe(200)
  expect(await ask(readFileSync(token_file, 'utf8').trim())).toBe(200)
  expect(await ask(`${stdout.trim()}x`)).toBe(401)
  child.kill()
  expect((await home.run(['proxy', 'token', 'ada', '--json'])).stdout).toContain(stdout.split('.')[0])
})

it.each([
  [['proxy'], /needs --upstream/],
  [['proxy', '--upstream', 'localhost'], /must be an http or https URL/],
  [['proxy', '--upstream', 'http://me:secret@localhost'], /without a user/],
  [['proxy', '--upstream', 'http://localhost', '--port', 'x'], /--port must be/],
  [['proxy', '--upstream', 'http://localhost', '--port', '0', '--host', '203.0.113.7'], /no address of this machine/],
  [['proxy', 'token', ' '], /no name of a user/],
])('refuses %j', async (words, why) => {
  const { code, stdout, stderr } = await new Home().run(words)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(why)
})
