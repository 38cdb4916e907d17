// Settles every decision that is named: one of several processes that hear of the same outcomes.
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'

const [file = '', ...ids] = process.argv.slice(2)
await using store = openSqliteStore({
  file,
  migrations: new URL('../../../migrations', import.meta.url).pathname,
  program: 'test',
  busyTimeout: 20_000,
  asideName: (name) => `${name}.damaged`,
  onRepair: (what) => console.error(what),
})
let credited = 0
for (const id of ids) if ((await store.settle(id, 'success', 1)).status === 'credited') credited++
console.log(credited)
