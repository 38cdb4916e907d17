// Tries the arms of the campaign on its tasks, as `bench run` does, and prints a line for each try; its own process, so that it
// can be killed. Reads its plan as JSON from the first argument.
import { openTrialScorer } from '../../src/app/learning.ts'
import { readConfig } from '../../src/config/config.ts'
import { createTrialRunner, type TrialPlan } from '../../src/service/proof/trial-runner.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { MIGRATIONS } from '../store/sqlite/database.ts'

export interface ProofPlan extends TrialPlan {
  readonly agent: string
  readonly words: readonly string[]
  readonly skill: { readonly name: string; readonly description: string }
  readonly database: string
}

const { agent, words, skill, database, ...plan } = JSON.parse(process.argv[2] ?? '') as ProofPlan
const scorer = await openTrialScorer({ name: 'agent', agent, words, timeoutMs: 120_000 }, skill, readConfig())
const store = openSqliteStore({
  ...{ file: database, migrations: MIGRATIONS, program: '1.2.3', busyTimeout: 5_000 },
  ...{ asideName: (file) => `${file}.aside`, onRepair: () => {} },
})
const clock = { now: () => new Date(), newId: () => 'unused' }
const { signal } = new AbortController()
const { arms, ...counts } = await createTrialRunner({ store, scorer, clock }).run(
  // Written as JSON, no text is no field.
  { ...plan, arms: plan.arms.map(({ name, text }) => ({ name, text })) },
  { signal, progress: (done) => console.log(JSON.stringify({ done })) },
)
console.log(JSON.stringify({ ...counts, arms: Object.fromEntries(arms) }))
await store[Symbol.asyncDispose]()
