import { expect, it } from 'vitest'
import { CONNECTABLE, connectableEngine } from '../../src/engines/engines.ts'
import type { CellName } from './cells.ts'
import { compareVersions, type Result, readResults } from './results.ts'

/** What makes a version one that works: its turns come in as they were typed, make a draft, and get the hint. */
const WORKS: readonly CellName[] = ['connected', 'recorded', 'words', 'drafted', 'hinted']

const works = ({ found }: Result) =>
  Object.values(found).every((verdicts) => WORKS.every((name) => verdicts[name]?.state === 'ok'))

it.each(CONNECTABLE)('doctor knows the newest version of %s that was seen working', (agent) => {
  const seen = readResults().filter((result) => result.agent === agent && works(result))
  const newest = seen
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1)
  expect(connectableEngine(agent).program.seenWorking).toBe(newest)
})
