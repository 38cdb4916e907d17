import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LoopHome, named, skillMd } from './loop-home.ts'

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))))

it('a file whose name is not UTF-8 is unread, and the rest of its skill is there', async () => {
  const home = new LoopHome()
  const folder = home.person('mine')
  writeFileSync(bytes(`${folder}/caf`, 0xe9, '.md'), 'A note.')
  mkdirSync(bytes(`${folder}/d`, 0xff))
  const loop = await home.open()
  expect(await named(loop, 'mine')).toMatchObject({ status: 'staged' })
  const { findings } = await loop.review.audit()
  expect(JSON.stringify(findings)).toMatch(/not UTF-8/)
})

it('a skill’s folder whose name is not UTF-8 is named', async () => {
  const home = new LoopHome()
  home.person('mine')
  mkdirSync(bytes(`${home.skills}/caf`, 0xe9))
  writeFileSync(bytes(`${home.skills}/caf`, 0xe9, '/SKILL.md'), skillMd('cafe'))
  const loop = await home.open()
  expect((await loop.review.skills()).map(({ name }) => name)).toEqual(['mine'])
  expect(home.warnings().join('\n')).toMatch(/caf.* is not offered: no skill may be called so; rename it/)
})
