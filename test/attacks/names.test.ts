import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeName, skillName } from '../../src/domain/skill-reference.ts'
import { scratch } from '../scratch.ts'
import { folderIn, LoopHome, opened, skillMd, snapshot } from './loop-home.ts'

describe('names', () => {
  it.each(['../x', '..', '.', '', '/etc/x', 'a/b', 'a\\b', 'a\0b', 'C:\\x', '../SKILL.md'])(
    'Q06 H01 H08: nothing is written, read or moved under the name %j',
    async (name) => {
      const root = scratch()
      const folder = folderIn(root)
      const before = snapshot(root)
      await expect(folder.publish(name, new Map([['SKILL.md', 'x']]), () => true)).rejects.toThrow(/cannot be the name/)
      await expect(folder.read(name)).rejects.toThrow(/cannot be the name/)
      await expect(folder.withdraw(name, join(root, 'archive'))).rejects.toThrow(/cannot be the name/)
      expect({ ...snapshot(root), [join(root, 'skills')]: undefined }).toEqual({
        ...before,
        [join(root, 'skills')]: undefined,
      })
    },
  )

  it('Q06 Q27 X05: whatever a signature holds, its name is one folder of its own', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('.', '/', '\\', '\0', '~', '-', 'a', 'A', 'é', 'e\u0301', 'ａ', '日', '\u202e', ' '),
    })
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        expect(isSafeName(skillName(a))).toBe(true)
        if (a !== b) expect(skillName(a)).not.toBe(skillName(b))
      }),
      { seed: 11, numRuns: 2000 },
    )
  })

  it.each([
    ['another case', 'Auto-Branch-Changes-Review'],
    ['full-width letters', 'ａｕｔｏ-branch-changes-review'],
    ['a compatibility letter', 'auto-branch-changeſ-review'],
  ])('X12: a person’s folder that spells the draft’s name in %s keeps the draft out', async (_, spelling) => {
    const home = new LoopHome()
    home.person(spelling)
    const loop = await home.open()
    const before = snapshot(home.skills)
    expect(await home.streak(loop)).toMatchObject({ status: 'refused', reason: expect.stringContaining('not written') })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('X12: folders whose names are equal in NFC and NFD are two skills, and neither is touched', async () => {
    const home = new LoopHome()
    const [nfc, nfd] = ['caf\u00e9', 'cafe\u0301']
    home.person(nfc, { 'SKILL.md': skillMd(nfc, 'One.') })
    home.person(nfd, { 'SKILL.md': skillMd(nfc, 'Two.') })
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect((await loop.review.skills()).map(({ name, description }) => [name, description])).toEqual([
      [nfd, 'Two.'],
      [nfc, 'One.'],
    ])
    await loop.review.move(nfd, 'archive')
    expect(await loop.load(nfc)).toMatchObject({ text: expect.stringContaining('One.') })
    expect(snapshot(join(home.skills, nfc))[join(home.skills, nfc, 'SKILL.md')]).toBe(
      before[join(home.skills, nfc, 'SKILL.md')],
    )
  })

  it('Q06: a request for a path makes no path', async () => {
    const { home, loop } = await opened()
    const { skill } = await home.streak(loop, 'fix ../../etc/passwd and /root/.ssh/authorized_keys please')
    expect(isSafeName(skill)).toBe(true)
  })
})
