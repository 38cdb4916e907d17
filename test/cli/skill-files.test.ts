import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSkillFiles } from '../../src/cli/commands/scan.ts'
import { scanFiles } from '../../src/domain/safety.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wayland-files-'))
  writeFileSync(join(folder, 'SKILL.md'), '# X\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file of gigabytes is read in part, and the files beside it whole', () => {
  writeFileSync(join(folder, 'big.bin'), 'begins')
  truncateSync(join(folder, 'big.bin'), 3 * 2 ** 30)
  const { files, findings } = readSkillFiles(folder)
  expect(files.get('big.bin')?.length).toBe(4 * 2 ** 20)
  expect(Buffer.from(files.get('SKILL.md') ?? []).toString()).toBe('# X\n')
  expect(findings).toMatchObject([{ rule: 'unread', file: 'big.bin' }])
})

test('a name that is no text is a finding, and ends nothing', () => {
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff, 0xfe])]), 'x')
  const { files, findings } = readSkillFiles(folder)
  expect([...files.keys()]).toContain('SKILL.md')
  expect(findings).toMatchObject([{ rule: 'unread', severity: 'warn' }])
})

test('links are named and not followed; those that lead out are findings', () => {
  mkdirSync(join(folder, 'references'))
  symlinkSync('../SKILL.md', join(folder, 'references/inside.md'))
  symlinkSync('../../outside', join(folder, 'references/outside.md'))
  symlinkSync('/etc/hostname', join(folder, 'absolute'))
  const { files } = readSkillFiles(folder)
  expect(Buffer.from(files.get('absolute/') ?? []).toString()).toBe('/etc/hostname')
  expect(
    scanFiles(files)
      .map(({ rule, file }) => [rule, file])
      .sort(),
  ).toEqual([
    ['link-out', 'absolute'],
    ['link-out', 'references/outside.md'],
  ])
})
