import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeCopy } from '../../src/store/second-copy.ts'
import { scratch } from '../scratch.ts'
import { always, counter, never, place } from './skill-folders.ts'

describe('writeCopy', () => {
  const write = async (file: string, text: string, ours: (text: string) => boolean) =>
    await writeCopy(file, text, counter('copy'), async (there) => ours(there))

  it('writes a file and replaces it where it is ours', async () => {
    const file = join(scratch(), 'skills', 'auto', 'x', 'SKILL.md')
    await write(file, 'one', never)
    await write(file, 'two', (text) => text === 'one')
    expect(readFileSync(file, 'utf8')).toBe('two')
    expect(readdirSync(dirname(file))).toEqual(['SKILL.md'])
  })

  it('never touches a file that is not ours, or a link', async () => {
    const home = scratch()
    place(home, 'mine.md', 'mine')
    await expect(write(join(home, 'mine.md'), 'ours', never)).rejects.toMatchObject({ code: 'not_ours' })
    symlinkSync(join(home, 'mine.md'), join(home, 'link.md'))
    await expect(write(join(home, 'link.md'), 'ours', always)).rejects.toMatchObject({ code: 'not_ours' })
    expect(readFileSync(join(home, 'mine.md'), 'utf8')).toBe('mine')
  })
})
