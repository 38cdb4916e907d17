import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweepCopies, writeCopy } from '../../src/store/copies-folder.ts'
import { scratch } from '../scratch.ts'
import { always, never, place } from './skill-folders.ts'

describe('writeCopy', () => {
  const write = async (file: string, text: string, ours: (text: string) => boolean) =>
    await writeCopy(file, text, join(dirname(file), '..', '.parts'), async (there) => ours(there))

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

  it('leaves nothing beside a copy when it breaks off, and the next process removes the rest', () => {
    const parts = join(scratch(), '.parts')
    mkdirSync(parts)
    const part = (pid: number) => `.SKILL.md.${pid}-6c3a0ef5-cdb9-460e-9327-265635c2920a.tmp`
    for (const pid of [process.pid, 999_999_999]) writeFileSync(join(parts, part(pid)), 'half')
    sweepCopies(parts)
    expect(readdirSync(parts)).toEqual([part(process.pid)])
  })
})
