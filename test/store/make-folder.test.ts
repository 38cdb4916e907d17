import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../src/store/make-folder.ts'
import { scratch } from '../scratch.ts'

describe('makeFolder', () => {
  it('makes every folder that is missing, for the user alone', () => {
    const home = scratch()
    makeFolder(join(home, 'a', 'b', 'c'))
    for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(home, path)).mode & 0o777).toBe(0o700)
  })

  it('is content with a folder that is there, behind a link too', () => {
    const home = scratch()
    mkdirSync(join(home, 'there'))
    symlinkSync(join(home, 'there'), join(home, 'link'))
    makeFolder(join(home, 'there'))
    makeFolder(join(home, 'link'))
    makeFolder(join(home, 'link', 'below'))
    expect(statSync(join(home, 'there', 'below')).isDirectory()).toBe(true)
  })

  it('says what stands in the way', () => {
    const home = scratch()
    writeFileSync(join(home, 'file'), '')
    expect(() => makeFolder(join(home, 'file'))).toThrow('EEXIST')
    expect(() => makeFolder(join(home, 'file', 'below'))).toThrow(/EEXIST|ENOTDIR/)
    symlinkSync(join(home, 'nowhere'), join(home, 'dangling'))
    expect(() => makeFolder(join(home, 'dangling', 'below'))).toThrow('EEXIST')
  })

  it.runIf(process.platform === 'linux')('comes back where no folder can be made', () => {
    expect(() => makeFolder('/proc/nope/below')).toThrow('ENOENT')
  })
})
