import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSkillMd } from '../../src/domain/skill-md-format.ts'
import { LoopHome, named, snapshot } from './loop-home.ts'

const plain = 'name: mine\ndescription: Does it.'
const md = (front: string) => `---\n${front}\n---\n\nDo it.\n`

/** Lists of lists, each of nine times the one before: written out, 9^levels texts. */
const bomb = (levels: number) =>
  Array.from({ length: levels }, (_, i) =>
    i === 0
      ? 'l0: &l0 [lol, lol, lol]'
      : `l${i}: &l${i} [${Array(9)
          .fill(`*l${i - 1}`)
          .join(', ')}]`,
  )

describe('front matter that would be more than it seems', () => {
  it.each([
    ['aliases that grow without end in metadata', `${plain}\nmetadata:\n  ${bomb(30).join('\n  ')}`],
    ['aliases that grow without end beside it', `${plain}\n${bomb(30).join('\n')}`],
    ['a list that holds itself', `${plain}\nmetadata:\n  a: &a [*a]`],
    ['one alias of a mapping', `${plain}\na: &a {b: c}\nmetadata: *a`],
    ['a merge key', `${plain}\na: &a {b: c}\nmetadata:\n  <<: *a`],
    [
      'a merge of thousands of mappings',
      `${plain}\na: &a {${Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join(', ')}}\nb: {<<: [${Array(3000).fill('*a').join(', ')}]}`,
    ],
    ['a merge key in quotes', `${plain}\na: &a {b: c}\nmetadata:\n  "<<": *a`],
  ])('refuses %s, which written out would take minutes or all memory', (_, front) => {
    expect(() => parseSkillMd(md(front))).toThrow(expect.objectContaining({ code: 'bad_file' }))
  })

  it('reads stars and ampersands that are text', () => {
    const front = 'name: mine\ndescription: |\n  Tom & Jerry.\n  *Important*: read\n  * this\n  &that << here'
    expect(parseSkillMd(md(front)).description).toContain('*Important*: read')
    expect(parseSkillMd(md(`${plain}\nmetadata: {a: [x, x], b: "*a"}`)).metadata).toEqual({ a: 'x,x', b: '*a' })
  })

  it('reads ten megabytes of front matter no further than its measure', () => {
    const huge = `---\n${plain}\nx: ${'y'.repeat(10 * 1024 * 1024)}\n---\n`
    expect(() => parseSkillMd(huge)).toThrow(/not closed by "---" within/)
  })

  it('Q26: an empty description does not swallow the next field', () =>
    expect(() => parseSkillMd(md('name: mine\ndescription:\nlicense: MIT'))).toThrow(/description is missing/))

  it('changes no prototype', () => {
    parseSkillMd(md(`${plain}\n__proto__: {polluted: yes}\nmetadata: {__proto__: {polluted: yes}}`))
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('folders with such front matter', () => {
  it.each([
    ['H02 YAML that is none', '---\nname: "mine\ndescription: x\n---\n'],
    ['H03 front matter that never ends', `---\n${plain}\n`],
    ['no front matter', 'Just text.\n'],
    ['keys that are there twice', md(`${plain}\nname: other`)],
    ['JavaScript', `---js\n{ name: 'mine', description: 'x' }\n---\n`],
    ['an alias bomb', md(`${plain}\nmetadata:\n  ${bomb(30).join('\n  ')}`)],
    ['ten megabytes', `---\n${plain}\nx: ${'y'.repeat(10 * 1024 * 1024)}\n---\n`],
    ['nothing', ''],
    ['NUL bytes', `---\n\0\0\n---\n`],
  ])('are not offered, told once, and left as they are: %s', async (_, text) => {
    const home = new LoopHome()
    home.person('mine', { 'SKILL.md': text })
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect([...(await loop.review.skills()), ...(await loop.review.skills())]).toEqual([])
    expect(home.warnings()).toEqual([expect.stringContaining(`${join(home.skills, 'mine')} is not offered`)])
    await expect(loop.load('mine')).rejects.toMatchObject({ code: 'no_such_skill' })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it.each([
    ['a byte order mark and CRLF', `\uFEFF${md(plain)}`.replaceAll('\n', '\r\n')],
    ['H04 no body', `---\n${plain}\n---`],
  ])('are a skill with %s', async (_, text) => {
    const home = new LoopHome()
    home.person('mine', { 'SKILL.md': text })
    expect(await named(await home.open(), 'mine')).toMatchObject({ origin: 'person', description: 'Does it.' })
  })

  it('a valid skill that is broken by an edit is kept, told, and offered no more until it is mended', async () => {
    const home = new LoopHome()
    const file = join(home.person('mine', { 'SKILL.md': md(plain) }), 'SKILL.md')
    const loop = await home.open()
    writeFileSync(file, 'broken, and quite another size')
    expect(await loop.review.skills()).toHaveLength(1)
    expect(home.warnings()).toEqual([expect.stringContaining('is not offered')])
    expect((await loop.route({ text: '@@skill=mine do it' })).pick).toBeNull()
    await expect(loop.load('mine')).rejects.toMatchObject({ code: 'no_such_skill' })
    writeFileSync(file, md('name: mine\ndescription: Mended.'))
    expect(await named(loop, 'mine')).toMatchObject({ description: 'Mended.', status: 'active' })
  })
})

describe('folders that are too large', () => {
  it.each([
    ['files', (folder: string) => Array.from({ length: 1100 }, (_, i) => writeFileSync(join(folder, `f${i}`), 'x'))],
    ['folders', (folder: string) => Array.from({ length: 1100 }, (_, i) => mkdirSync(join(folder, `d${i}`)))],
    [
      'bytes, in files that are each allowed',
      (folder: string) => [1, 2, 3].map((i) => writeFileSync(join(folder, `b${i}`), Buffer.alloc(12 * 1024 * 1024))),
    ],
  ])('are named with the reason and left alone: too many %s', async (_, fill) => {
    const home = new LoopHome()
    fill(
      home.person('auto-branch-changes-review', { 'SKILL.md': md('name: auto-branch-changes-review\ndescription: x') }),
    )
    const loop = await home.open()
    expect(await loop.review.skills()).toEqual([])
    expect(home.warnings()).toEqual([expect.stringContaining('cannot be read')])
    expect(await home.streak(loop)).toMatchObject({ status: 'refused', reason: expect.stringContaining('not written') })
  })
})
