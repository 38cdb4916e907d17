import { expect, it } from 'vitest'
import { Home, removeHomes, turn } from './command-line.ts'
import { endpoint } from './endpoint.ts'

removeHomes()

/** What `doctor` says of vectors. */
async function vectorsOf(home: Home, env: Readonly<Record<string, string>> = {}) {
  const { checks } = (await home.run(['doctor', '--json'], { env })).json<{
    checks: { what: string; state: string; found: string; fix?: string }[]
  }>()
  return checks.find(({ what }) => what === 'vectors')
}

it('says nothing of vectors without a provider', async () => {
  const home = new Home()
  await home.draft()
  expect(await vectorsOf(home)).toBeUndefined()
  expect((await home.run(['status'])).stdout).not.toMatch(/vectors/)
})

it('embeds the texts of skills once, and a request when its turn comes', async () => {
  const home = new Home()
  const { sent, env } = await endpoint()
  await home.draft()
  expect((await home.run(['status'], { env })).stdout).toMatch(
    /vectors +http.*not in use: "wayland-core doctor" prepares/,
  )
  const first = await vectorsOf(home, env)
  expect(first).toMatchObject({ state: 'ok' })
  expect(first?.found).toMatch(/texts of skills: ([2-9]|\d{2,}), of which \1 have a vector$/)
  const asked = sent.length
  expect(await vectorsOf(home, env)).toEqual(first)
  expect(sent).toHaveLength(asked)
  expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['Bearer sk-planted-key']))
  const mine = turn('mail the report to jane.doe@example.org', 'b')
  const observed = await home.observe([mine], { env })
  expect(observed).toMatchObject({ code: 0, stderr: '' })
  expect(sent.slice(asked).map(({ text }) => text)).toEqual([expect.stringMatching(/^mail the report to\s*$/)])
})

it('records all the same where the model cannot be asked, warns once, and shows the key nowhere', async () => {
  const home = new Home()
  const { state, env } = await endpoint()
  await home.draft()
  await vectorsOf(home, env)
  state.status = 500
  const turns = ['sort the list', 'rename the file', 'draw a chart'].map((text, i) => turn(text, `c${i}`))
  const { code, lines, stderr } = await home.observe(turns, { env })
  expect([code, lines.map(({ status }) => status)]).toEqual([0, ['recorded', 'recorded', 'recorded']])
  expect(stderr.match(/vectors are not used/g)).toHaveLength(1)
  state.status = 401
  const again = { stdin: JSON.stringify(turn('sort the rows', 'd')), env }
  const debug = await home.run(['observe', '--log-level', 'debug'], again)
  expect(stderr + debug.stderr + debug.stdout).not.toContain('sk-planted-key')
})

it('says what to check where nobody answers', async () => {
  const env = {
    WAYLAND_VECTORS_PROVIDER: 'endpoint',
    WAYLAND_VECTORS_MODEL: 'm',
    WAYLAND_VECTORS_URL: 'http://127.0.0.1:9/v1',
  }
  const home = new Home()
  await home.draft()
  expect(await vectorsOf(home, env)).toMatchObject({
    state: 'wrong',
    found: expect.stringMatching(/cannot be reached/),
    fix: expect.stringMatching(/^Check vectors\.url/),
  })
})

it.each([
  [{ WAYLAND_VECTORS_PROVIDER: 'endpoint' }, /needs vectors\.url and vectors\.model/],
  [{ WAYLAND_VECTORS_URL: 'https://me:secret@example.org' }, /WAYLAND_VECTORS_URL must be/],
])('refuses a configuration that cannot work: %j', async (env, words) => {
  const { code, stderr } = await new Home().run(['status'], { env })
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)])
})
