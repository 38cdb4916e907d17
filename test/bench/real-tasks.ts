// How many recurring tasks of real developers become skills by default, and how many drafts are of one task? One home per
// developer, every turn through `endOfRun` in the order of its time, all as successes (outcomes are not known there),
// scored by the frozen measure of the data folder. BENCH_SHOW=1 prints every draft with its requests.
import { developers } from './developers.ts'

const { draftsOf, report } = await developers('bench:real-tasks')
for (const grouping of ['signature', 'similar'] as const)
  report(grouping, await draftsOf({ 'bucket.grouping': grouping }))
