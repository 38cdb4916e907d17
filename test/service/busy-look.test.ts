import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drafted, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'

/** A loop that drafts all the time, and a draft of it. */
async function busy() {
  const { home, loop } = await withDraft({ busy: true })
  const picked = async (text: string) => (await loop.route({ text })).pick?.skill
  return { home, loop, picked, file: join(home.skills, REVIEW_SKILL, 'SKILL.md') }
}

it('looks at all folders once a second for what it drafts itself, and offers that at once', async () => {
  const { home, loop, picked } = await busy()
  home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
  await drafted(loop, 'rotate the signing keys')
  expect(await picked('rotate the signing keys')).toBe('auto-keys-rotate-signing')
  expect(await picked('bake sourdough bread')).toBeUndefined()
  home.now = new Date(home.now.getTime() + 1_000)
  expect(await picked('bake sourdough bread')).toBe('bake')
})

it('neither offers what a person has just removed nor writes over what they have just edited', async () => {
  const { loop, picked, file } = await busy()
  appendFileSync(file, '\nMine.\n')
  const edited = readFileSync(file, 'utf8')
  expect((await drafted(loop)).draft?.status).toBe('proposed')
  expect(readFileSync(file, 'utf8')).toBe(edited)
  rmSync(join(file, '..'), { recursive: true })
  expect(await picked(REVIEW)).toBeUndefined()
})

it('takes back at once what it drafted and another process archived', async () => {
  const { home, picked } = await busy()
  expect(await picked(REVIEW)).toBe(REVIEW_SKILL)
  await (await home.open()).review.move(REVIEW_SKILL, 'archive')
  expect(await picked(REVIEW)).toBeUndefined()
})
