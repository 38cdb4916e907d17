// Records turns and says after each that it is acknowledged: `ack <n>` in one write. Run under strace by trace.ts.
import { writeSync } from 'node:fs'
import { openSkillLoop } from '../../../src/app/open-skill-loop.ts'

const turns = Number(process.argv[2])
const loop = await openSkillLoop()
writeSync(1, 'begin\n')
for (let n = 0; n < turns; n++) {
  const { status } = await loop.endOfRun({
    userInput: `note ${'abcdefgh'[n % 8]} about the module ${n}`,
    outcome: 'success',
    sessionId: 's',
    promptId: `p${n}`,
  })
  if (status !== 'recorded') throw new Error(`turn ${n} is ${status}`)
  writeSync(1, `ack ${n}\n`)
}
// As a power cut leaves it: nothing is closed.
process.kill(process.pid, 'SIGKILL')
