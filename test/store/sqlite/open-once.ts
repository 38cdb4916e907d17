// Opens the database that is named and says so: one of several processes that start together.
import { openDatabase } from '../../../src/store/sqlite/open.ts'

const db = openDatabase({
  file: process.argv[2] as string,
  migrations: new URL('../../../migrations', import.meta.url).pathname,
  program: 'test',
  busyTimeout: 10_000,
  asideName: (file) => `${file}.damaged`,
  onRepair: (what) => console.log(what),
})
db.prepare('SELECT count(*) FROM turns').get()
db.close()
console.log('migrated')
