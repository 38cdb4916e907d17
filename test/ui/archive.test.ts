import { expect, it, onTestFinished } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { drafted, opened, REVIEW_SKILL, skillMd } from '../service/home.ts'
import { Client, formsOf, readText } from './page-client.ts'

const DAY = 86_400_000

async function served(names: readonly string[]) {
  const { home, loop } = await opened()
  for (const name of names) home.write(name, skillMd(name, 'How we do it.'))
  await drafted(loop)
  home.now = new Date(home.now.getTime() + 400 * DAY)
  const serving = await serveUi(loop, {
    port: 0,
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(async () => await serving[Symbol.asyncDispose]())
  return { loop, client: await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code }) }
}

it('names what speaks for archiving a skill, archives or keeps it from the list, and takes either back', async () => {
  const { loop, client } = await served(['own-way'])
  const list = async () => await client.ask('/queue?kind=archive')
  const shown = await list()
  expect(readText(shown.text)).toMatch(/Proposed to archive 2[\s\S]*never used, made 400 days ago/)
  const kept = await client.submit(shown, `${(await loop.review.skill('own-way')).id}/keep`)
  expect(readText(kept.text)).toMatch(/"own-way" was kept[\s\S]*Proposed to archive 1/)
  const again = await client.submit(kept, '/undo')
  expect(readText(again.text)).toContain('Taken back')
  expect(readText((await list()).text)).toContain('Proposed to archive 2')
  const gone = await client.submit(await list(), `${(await loop.review.skill(REVIEW_SKILL)).id}/archive`)
  expect(readText(gone.text)).toMatch(/was archived[\s\S]*Proposed to archive 1/)
  expect((await loop.review.history(REVIEW_SKILL)).at(-1)).toMatchObject({ reason: 'never used, made 400 days ago' })
  await client.submit(gone, '/undo')
  expect(await loop.review.skill(REVIEW_SKILL)).toMatchObject({ status: 'staged' })
})

it('tells one whose list is older than the skill, and leads nowhere else', async () => {
  const { loop, client } = await served(['own-way', 'other-way'])
  const id = (await loop.review.skill('own-way')).id
  const [one, two] = [await client.ask('/queue?kind=archive'), await client.ask('/queue?kind=archive')]
  await client.submit(one, `${id}/archive`)
  expect((await client.submit(two, `${id}/keep`)).status).toBe(409)
  expect((await loop.review.skill('own-way')).status).toBe('archived')
  const { fields } = formsOf(two.text).find(({ action }) => action.endsWith('/keep'))!
  const other = (await loop.review.skill('other-way')).id
  const { headers } = await client.ask(`/skills/${other}/keep`, {
    method: 'POST',
    body: new URLSearchParams({ key: fields.key ?? '', back: 'https://x.example/' }),
  })
  expect(headers.get('location')).toMatch(/^\/[\w-]+\/\?note=\d+$/)
})

it('says on the page of a kept skill that it is kept, and keeps it no longer', async () => {
  const { loop, client } = await served(['own-way'])
  const { id } = await loop.review.move('own-way', 'keep')
  const done = await client.submit(await client.ask(`/skills/${id}`), '/unkeep')
  expect(readText(done.text)).toContain('"own-way" was kept no longer')
  expect(formsOf(done.text).some(({ action }) => action.endsWith('/unkeep'))).toBe(false)
})

it('tries a request as long as the page lets one be typed', async () => {
  const { client } = await served([])
  const most = Number(/textarea name="q"[^>]*maxlength="(\d+)"/.exec((await client.ask('/try')).text)?.[1])
  const answer = await client.ask(`/try?q=${encodeURIComponent('\u8bd1'.repeat(most))}`)
  expect([most > 4_000, answer.status]).toEqual([true, 200])
})
