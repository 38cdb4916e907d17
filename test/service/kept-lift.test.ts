import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAppraiser } from '../../src/service/proof/appraiser.ts'
import { asynchronous } from '../../src/store/asynchronous.ts'
import { openDatabase } from '../../src/store/sqlite/open.ts'
import { type Ports, storeOver } from '../../src/store/sqlite/store-over.ts'
import type { Store } from '../../src/store/store.ts'
import { AT, contender, DECISION } from '../store/conformance/records.ts'
import { options } from '../store/sqlite/database.ts'

const DAY = 86_400_000
const catalogue = { all: async () => [] }
const startOf = (store: Store) => createAppraiser({ store, catalogue })

const name = fc.constantFrom('auto-x', 'auto-y', 'auto-z')
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      names: fc.uniqueArray(name, { minLength: 1 }),
      picked: fc.boolean(),
      success: fc.boolean(),
      share: fc.double({ min: 0.01, max: 0.33, noNaN: true }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('look' as const), by: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('start' as const), by: fc.nat(1) }) },
  fc.record({ does: fc.constant('reopen' as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant('delete by hand' as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant('forget' as const), name }),
  fc.record({ does: fc.constant('retain' as const), days: fc.nat(3) }),
)

it('says the same of lift from what was kept as from the whole log', async () => {
  const db = openDatabase(options())
  const tables = storeOver(() => db, {})
  const store = asynchronous<Ports>(tables, (work) => work(tables)) as Store
  let [id, day] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      db.exec('DELETE FROM decisions; DELETE FROM notes; DELETE FROM arms')
      const open = [startOf(store), startOf(store)]
      const ids: string[] = []
      for (const made of steps)
        if (made.does === 'decide') {
          const weighed = made.names.map((skill) => ({ ...contender(skill), propensity: made.share }))
          const pick = made.picked ? made.names[0]! : null
          ids.push(`d${++id}`)
          const row = { id: `d${id}`, at: AT + day * DAY, weighed, pick, reason: pick ? 'picked' : 'held_out' } as const
          await store.addDecision({ ...DECISION, ...row })
          await store.settle(row.id, made.success ? 'success' : 'failure', row.at)
        } else if (made.does === 'look') expect(await open[made.by]!.lift()).toEqual(await startOf(store).lift())
        else if (made.does === 'start') open[made.by] = startOf(store)
        else if (made.does === 'reopen') tables.reopen(ids[made.at])
        else if (made.does === 'delete by hand') {
          db.prepare('DELETE FROM decisions WHERE id = ?').run(ids[made.at] ?? '')
          // A process that read them before does not look for them again.
          open.splice(0, 2, startOf(store), startOf(store))
        } else if (made.does === 'forget') tables.forgetArm(made.name)
        else {
          day += 2
          const rule = { turnsBefore: 0, maxBytes: 1e12, streaksFrom: 0, isGone: () => false }
          const decisionsBefore = AT + (day - made.days) * DAY
          for (let more = true; more; )
            more = (await store.retain({ ...rule, decisionsBefore, now: AT + day * DAY })).more
        }
      for (const one of open) expect(await one.lift()).toEqual(await startOf(store).lift())
    }),
    { numRuns: 15 },
  )
  db.close()
})
