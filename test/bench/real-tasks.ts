// How many recurring tasks of real developers become skills by default, and how many drafts are of one task? One home per
// developer, every turn through `endOfRun` in the order of its time, all as successes (outcomes are not known there),
// scored by the frozen measure of the data folder; by words alone and with the sentence encoder. BENCH_SHOW=1 prints every
// draft with its requests, BENCH_ENCODER=0 leaves the encoder out.
import { openEnergetic } from '../../src/model/energetic.ts'
import { developers } from './developers.ts'

const { draftsOf, report } = await developers('bench:real-tasks')
const encoder = process.env.BENCH_ENCODER !== '0' && openEnergetic().missing === undefined
for (const grouping of ['signature', 'similar'] as const)
  report(grouping, await draftsOf({ 'bucket.grouping': grouping }))
if (encoder)
  report('similar, encoder', await draftsOf({ 'bucket.grouping': 'similar', 'vectors.provider': 'energetic' }))
