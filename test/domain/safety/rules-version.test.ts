import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RULES_VERSION } from '../../../src/domain/safety/rules-version.ts'

const DOMAIN = join(import.meta.dirname, '../../../src/domain')

it('the rules have a new version when any of their files changes: skills are then scanned again', () => {
  const files = ['safety', 'capabilities'].flatMap((folder) =>
    readdirSync(join(DOMAIN, folder)).flatMap((name) => (name === 'rules-version.ts' ? [] : [join(folder, name)])),
  )
  const hash = createHash('sha256')
  for (const file of ['safety.ts', ...files.sort()]) hash.update(`${file}\n${readFileSync(join(DOMAIN, file), 'utf8')}`)
  const version = hash.digest('hex').slice(0, 8)
  expect(
    RULES_VERSION,
    `The files of the rules changed. Write RULES_VERSION = '${version}' in src/domain/safety/rules-version.ts.`,
  ).toBe(version)
})
