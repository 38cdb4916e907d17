// How often does the gate accept a proposed change that does not help, and refuse one that does? Planted changes of known
// worth go through whole reviews: a scripted agent fails or succeeds by the facts that a skill has or lacks, on tasks that the
// change was not made on. Then the same changes before the gate of worth, on 15 sealed tasks of 30. Rates with Wilson's 95 %
// intervals, for each scorer that there is. --cases N for each arm (default 48), --worth-cases N before the gate of worth (200).
import { parseArgs } from 'node:util'
import { ARMS, WORTH_ARMS } from '../planted/arms.ts'
import { changedTallied } from '../planted/changed-proof.ts'
import { SCORERS } from '../planted/scorers.ts'
import { HEAD, rowOf, sumOf, type Tally, tallied, worthTallied } from '../planted/table.ts'
import { WORTH_SCORERS } from '../planted/worth.ts'

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '48' }, 'worth-cases': { type: 'string', default: '200' } },
})

for (const scorer of SCORERS) {
  console.log(`\n${scorer.name}\n\n${HEAD}`)
  const tallies: Tally[] = []
  for (const arm of ARMS) {
    const tally = await tallied(arm, scorer, Number(values.cases))
    tallies.push(tally)
    console.log(rowOf(arm.name, tally))
  }
  console.log(rowOf('all', sumOf(tallies)))
}

for (const scorer of WORTH_SCORERS) {
  console.log(`\nThe gate of worth, by ${scorer.name}\n\n${HEAD}`)
  const tallies: Tally[] = []
  for (const arm of WORTH_ARMS) {
    const tally = await worthTallied(arm, scorer, Number(values['worth-cases']))
    tallies.push(tally)
    console.log(rowOf(arm.name, tally))
  }
  console.log(rowOf('all', sumOf(tallies)))
}

console.log(`\nThe score that an accepted text has\n\n${HEAD}`)
console.log(rowOf('a proof whose text is changed after it', await changedTallied(Number(values.cases))))
