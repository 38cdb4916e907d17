import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openHeldFiles } from '../../src/store/verdict-files.ts'
import { scratch } from '../scratch.ts'

const DIGEST = 'a'.repeat(64)

describe('a note of held content', () => {
  it('is read as it was written, and of no other content', async () => {
    const held = openHeldFiles(join(scratch(), 'verdicts'))
    const findings = [
      { rule: 'remote-code', severity: 'block', file: 'SKILL.md', line: 3, why: 'it runs a download' },
      { rule: 'egress', severity: 'warn', file: 'a.sh', line: 1, why: 'it sends a file' },
    ] as const
    await held.write(DIGEST, findings)
    expect(await held.read(DIGEST)).toEqual(findings)
    expect(await held.read('b'.repeat(64))).toBeUndefined()
  })

  it('holds whatever its bytes are', async () => {
    const folder = scratch()
    const held = openHeldFiles(folder)
    const cut = '{"digest":"a","verdict":"block","findings":[{"rule":"remote-code","severity":"bl'
    const bytes = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(cut, '', '{"verdict":"clear","findings":[]}', 'null'),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (text) => {
        writeFileSync(join(folder, `${DIGEST}.json`), text)
        const read = await held.read(DIGEST)
        expect(read?.some(({ severity }) => severity === 'block')).toBe(true)
      }),
    )
  })

  it('holds where a folder lies in its place', async () => {
    const folder = scratch()
    mkdirSync(join(folder, `${DIGEST}.json`))
    const held = openHeldFiles(folder)
    expect(await held.read(DIGEST)).toMatchObject([{ severity: 'block' }])
    rmSync(join(folder, `${DIGEST}.json`), { recursive: true })
    expect(await held.read(DIGEST)).toBeUndefined()
  })
})
