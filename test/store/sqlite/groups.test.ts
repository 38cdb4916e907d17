import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signature } from '../../../src/domain/signature.ts'
import { openDatabase } from '../../../src/store/sqlite/open.ts'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { interleaved, type Said } from '../../domain/grouping/interleaved.ts'
import { RULE, TURN } from '../conformance/records.ts'
import { options } from './database.ts'

const LINT = 'fix the failing lint errors'

/** Takes turns in, one store after the other; what became of each. */
async function play(stores: readonly Store[], said: readonly Said[]) {
  const told = []
  for (const [i, one] of said.entries()) {
    const turn = { id: `turn-${i}`, signature: signature(one.userInput), trajectory: { ...TURN, ...one } }
    const rule = { ...RULE, grouping: 'similar' as const, claim: { ...RULE.claim, triggerId: `trigger-${i}` } }
    told.push(await stores[i % stores.length]!.recordTurn(turn, rule))
  }
  return told
}

describe('groups in SQLite', () => {
  it('are the same whether one process takes all turns, or several in turn', () =>
    fc.assert(
      fc.asyncProperty(interleaved, async (said) => {
        await using one = openSqliteStore(options())
        const where = options()
        await using first = openSqliteStore(where)
        await using second = openSqliteStore(where)
        expect(await play([first, second, second], said)).toEqual(await play([one], said))
      }),
      { numRuns: 10 },
    ))

  it('that have more requests than they hold are the same too, and their older rows go in time', async () => {
    const tasks = [
      LINT,
      'add dark mode to settings',
      'write release notes',
      'deploy staging server',
      'rename the user table',
      'translate french manual',
    ]
    const said = Array.from({ length: 520 }, (_, i): Said => {
      const task = tasks[((i * i) % 23) % tasks.length]!
      return { userInput: i % 2 === 0 ? task : `please ${task} again`, outcome: i % 37 === 36 ? 'failure' : 'success' }
    })
    const where = options()
    await using one = openSqliteStore(options())
    await using first = openSqliteStore(where)
    await using second = openSqliteStore(where)
    expect(await play([first, first, second, second, first], said)).toEqual(await play([one], said))
    const db = openDatabase(where)
    const rows = db.prepare<[], number>('SELECT count(*) FROM group_requests').pluck().get()
    db.close()
    expect(rows).toBeLessThan(450)
  })
})
