import { expect, it } from 'vitest'
import { fileNamesFault } from '../../src/domain/file-names.ts'

it('takes what every system keeps as it is', () => {
  expect(
    fileNamesFault(['SKILL.md', 'references/a.md', 'references/b.md', 'scripts/réf.sh', '.hidden']),
  ).toBeUndefined()
})

it.each([
  [['a//b'], 'cannot be the name'],
  [['a/'], 'cannot be the name'],
  [['CON'], 'cannot be the name'],
  [['aux.md'], 'cannot be the name'],
  [['a.'], 'cannot be the name'],
  [['b. /c'], 'cannot be the name'],
  [['SKILL.md:evil'], 'cannot be the name'],
  [['a\u202eb.md'], 'cannot be the name'],
  [['\ud800x'], 'cannot be the name'],
  [['é'.repeat(128)], 'cannot be the name'],
  [['x/.GIT/config'], 'cannot be the name'],
  [['SKILL.md', 'skill.md'], 'are one file on some systems'],
  [['é', 'e\u0301'], 'are one file on some systems'],
  [['straße', 'STRASSE'], 'are one file on some systems'],
  [['SKILL.md', 'Skill.md/x'], 'is a file, and a folder of'],
])('refuses %j', (paths, why) => {
  expect(fileNamesFault(paths)).toContain(why)
})
