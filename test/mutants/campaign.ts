// Plants one fault after the other into the source, and says which of them no test notices.
import { parseArgs } from 'node:util'
import { MUTANTS } from './mutants.ts'
import { survives } from './survives.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = MUTANTS.filter(({ file, name }) => `${file} ${name}`.includes(values.only ?? ''))
const alive: string[] = []
for (const [at, mutant] of chosen.entries()) {
  const lives = survives(mutant)
  if (lives) alive.push(`${mutant.file}: ${mutant.name}`)
  console.log(`${at + 1}/${chosen.length}  ${lives ? 'SURVIVES' : 'killed  '}  ${mutant.file}: ${mutant.name}`)
}
console.log(alive.length === 0 ? `All ${chosen.length} are killed.` : `${alive.length} of ${chosen.length} survive.`)
process.exitCode = alive.length === 0 ? 0 : 1
