// Saves the sources that are named in the database that is named, and closes it: another process that comes and goes. It has
// little patience, since who could be waited for does nothing meanwhile.
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'

const [file, ...paths] = process.argv.slice(2)
await using store = openSqliteStore({
  file: file as string,
  migrations: new URL('../../../migrations', import.meta.url).pathname,
  program: 'test',
  busyTimeout: 200,
  asideName: (name) => `${name}.damaged`,
  onRepair: (what) => console.log(what),
})
for (const path of paths) await store.saveSources([{ path, engine: 'codex', resume: path, at: 1 }])
