import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withLedgerMirror } from '../../src/service/catalogue/ledger-mirror.ts'
import { openLedgerFile } from '../../src/store/ledger-file.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { scratch } from '../scratch.ts'
import { CREATE, LINE, SKILL, VERSION } from '../store/conformance/records.ts'
import { options } from '../store/sqlite/database.ts'

it('brings a file that is lost back whole with the next move', async () => {
  const file = openLedgerFile(join(scratch(), 'ledger.jsonl'))
  await using store = withLedgerMirror(openSqliteStore(options()), file, () => {})
  await store.apply(CREATE)
  rmSync(file.path)
  const other = { skillId: 'skill-2', skillName: 'auto-y' }
  await store.apply({
    skill: { ...SKILL, id: 'skill-2', name: 'auto-y', signature: 'y' },
    expect: 'absent',
    version: { ...VERSION, id: 'version-y', skillId: 'skill-2', triggerId: null, files: new Map() },
    ledger: { ...LINE, ...other, versionId: 'version-y' },
  })
  const kept = readFileSync(file.path, 'utf8')
  for (const name of [SKILL.name, 'auto-y']) expect(kept).toContain(`"skillName":"${name}"`)
})
