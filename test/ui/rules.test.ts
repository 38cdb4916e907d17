import { expect, it } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { Home, turn } from '../service/home.ts'
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
