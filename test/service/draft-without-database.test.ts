import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drafted, Home, REVIEW_SKILL, skillMd } from './home.ts'

it('a draft made without a database is that draft when there is one: its id, who made it, and what it begins with', async () => {
  const home = new Home()
  const memory = await home.open({ settings: { 'data.dir': null } })
  await drafted(memory)
  await drafted(memory)
  const made = await memory.review.skill(REVIEW_SKILL)
  await memory[Symbol.asyncDispose]()
  const loop = await home.open()
  const { id, origin, status, score, scoreMeasured, evidenceCount, signature } = made
  expect(await loop.review.skill(REVIEW_SKILL)).toMatchObject({
    ...{ id, origin, status, score, scoreMeasured, evidenceCount, signature },
  })
  expect([origin, score]).toEqual(['auto', 0.7])
  expect((await drafted(loop)).draft).toMatchObject({ status: 'updated', skill: REVIEW_SKILL })
})

it('a draft that cannot be noted beside the skills is in no database, and none is said to hold it', async () => {
  const home = new Home()
  mkdirSync(join(home.skills, '..', 'verdicts', 'ledger.jsonl'), { recursive: true })
  const memory = await home.open({ settings: { 'data.dir': null } })
  await drafted(memory)
  const said = home.warnings.join('\n')
  expect(said).toContain(`the last move of "${REVIEW_SKILL}" is not in `)
  expect(said).not.toContain('in the database')
})

it("bytes that a draft made without a database does not have are a person's", async () => {
  const home = new Home()
  const memory = await home.open({ settings: { 'data.dir': null } })
  await drafted(memory)
  await memory[Symbol.asyncDispose]()
  writeFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), skillMd(REVIEW_SKILL, 'Mine.', 'Do it my way.'))
  const loop = await home.open()
  expect((await loop.review.versions(REVIEW_SKILL)).at(-1)).toMatchObject({ author: 'person' })
})
