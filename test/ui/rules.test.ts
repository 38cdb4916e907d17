import { expect, it } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { drafted, Home, REVIEW, REVIEW_SKILL, turn } from '../service/home.ts'
import { Client, readText } from './page-client.ts'

it('shows what a person asks for in general, to take and to drop', async () => {
  const loop = await new Home().open()
  await loop.endOfRun(turn('never use grep on json output', { projectDir: '/p' }))
  await using serving = await serveUi(loop, {
    port: 0,
    onError: (error) => {
      throw error
    },
  })
  const client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  const shown = await client.ask('/learning')
  expect(readText(shown.text)).toContain('Never use grep on json output 1 session, /p')
  const taken = await client.submit(shown, '/take')
  expect(readText(taken.text)).toContain('Kept: Never use grep on json output')
  expect((await loop.review.rules()).map(({ state }) => state)).toEqual(['taken'])
  expect(readText((await client.submit(taken, '/drop')).text)).toContain('Dropped: Never use grep on json output')
  expect(await loop.review.rules()).toEqual([])
}, 30_000)

it('says of a streak when its last request came, and of one without a draft when it was judged', async () => {
  const loop = await new Home().open()
  await drafted(loop)
  await loop.review.move(REVIEW_SKILL, 'revoke')
  for (let i = 0; i < 3; i++) await loop.endOfRun(turn(REVIEW, { sessionId: `again-${i}` }))
  const timestamp = '2025-01-02T03:04:00.000Z'
  for (const sessionId of ['a', 'b']) await loop.endOfRun(turn('update the changelog', { sessionId, timestamp }))
  await using serving = await serveUi(loop, {
    port: 0,
    onError: (error) => {
      throw error
    },
  })
  const client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  const text = readText((await client.ask('/learning')).text)
  expect(text).toMatch(/changelog-update ?: 2 in a row, the last 2025-01-02 03:04 UTC/)
  expect(text).toContain('1 streak is open.')
  expect(text).toMatch(/auto-branch-changes-review: .*; judged 20\d\d-\d\d-\d\d \d\d:\d\d UTC/)
}, 30_000)
