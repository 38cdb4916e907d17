import { expect, it } from 'vitest'
import { serveUi } from '../../src/ui/serve-ui.tsx'
import { PROPOSED } from '../domain/learning/session.ts'
import { skillMd } from '../service/home.ts'
import { create, home, proposing, record } from '../service/learning-home.ts'
import { Client, formsOf, readText } from './page-client.ts'

const MINE = skillMd(
  'schema-changes',
  'How the schema is changed. Use when a column is added.',
  '# Mine\n\n1. Migrate.',
)
const edit = {
  anchor: '1. Migrate.',
  action: 'insert_after',
  text: 'Generate the client first: `npx prisma generate`.',
}
const merging = {
  judge: { decision: 'merge', target: 'schema-changes', reason: 'the same' },
  merge: { edits: [{ ...edit, removes: [], claims: ['steps[0]'] }], reason: 'one step more' },
}

it('makes what was merged into another skill a skill of its own, from the page of either list, once', async () => {
  const { at, loop } = await home(proposing(create(PROPOSED), merging))
  at.write('schema-changes', MINE)
  await record(at, loop)
  await loop.learning.learn()
  await using serving = await serveUi(loop, {
    port: 0,
    onError: (error) => {
      throw error
    },
  })
  const client = await Client.signedIn({ at: serving.url.replace(/\/#.*/, ''), code: serving.code })
  const about = async () => await client.ask(`/skills/${(await loop.review.skill('schema-changes')).id}`)
  const shown = [await client.ask('/learning'), await about()]
  for (const { text } of shown) expect(formsOf(text).some(({ action }) => /not-duplicate$/.test(action))).toBe(true)
  const done = await client.submit(shown[0]!, '/not-duplicate')
  expect(readText(done.text)).toContain('waits as a skill of its own; what was proposed for the other one stays')
  expect(readText(done.text)).toContain(PROPOSED.description)
  for (const { text } of [await client.ask('/learning'), await about()])
    expect(formsOf(text).some(({ action }) => /not-duplicate$/.test(action))).toBe(false)
}, 30_000)
