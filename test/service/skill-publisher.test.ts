import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSecondCopies } from '../../src/service/catalogue/draft-copies.ts'
import { createSkillPublisher } from '../../src/service/catalogue/skill-publisher.ts'
import { removeCopy, writeCopy } from '../../src/store/copies-folder.ts'
import { openSkillFolder } from '../../src/store/skill-folder.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { options } from '../store/sqlite/database.ts'
import { REVIEW_SKILL, withDraft } from './home.ts'

it('notes that a skill is in its place when its second copy is, too: what a kill leaves before that is done again', async () => {
  const { home, loop } = await withDraft()
  await loop[Symbol.asyncDispose]()
  const copy = join(home.root, 'second', 'SKILL.md')
  const isCopied: boolean[] = []
  const database = openSqliteStore(options({ file: home.database }))
  onTestFinished(async () => await database[Symbol.asyncDispose]())
  const store = {
    ...database,
    placed: async (...given: Parameters<typeof database.placed>) => {
      isCopied.push(existsSync(copy))
      return await database.placed(...given)
    },
  }
  const tell = () => {}
  const folder = openSkillFolder({
    root: home.skills,
    staging: join(home.skills, '..', 'staging'),
    archive: join(home.root, 'data', 'archive'),
    newId: () => 'one',
    pid: process.pid,
    alive: () => false,
  })
  const place = {
    write: (_name: string, text: string, ours: (text: string) => Promise<boolean>) =>
      writeCopy(copy, text, join(home.root, 'second', '.parts'), ours),
    remove: (_name: string, ours: (text: string) => Promise<boolean>) => removeCopy(copy, ours),
  }
  const publisher = createSkillPublisher({ store, folder, copies: createSecondCopies({ store, place, tell }), tell })

  const row = (await store.skill(REVIEW_SKILL))!
  const [head] = await store.versions(row.id)
  const files = await store.files(head!.id)
  await publisher.publish({ ...row, digest: null }, head!, files)
  await publisher.withdraw({ ...row, status: 'revoked', path: folder.awayPath(row.name) })
  expect(isCopied).toEqual([true, false])
})
