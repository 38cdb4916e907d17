// Does a power cut cost an acknowledged turn? Cuts it at every call that changes the database, in both settings of
// storage.durability: --turns N (default 200). `full` must lose none, `normal` the newest alone, each whole.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cutPower } from './cuts.ts'
import { canTrace } from './trace.ts'

const { values } = parseArgs({ options: { turns: { type: 'string', default: '200' } } })
if (!canTrace()) {
  console.log('strace is not here, or may not trace: nothing was tried')
  process.exit(0)
}
for (const durability of ['full', 'normal'] as const) {
  const home = mkdtempSync(join(tmpdir(), 'wayland-cuts-'))
  const { cuts, mostLost, broken } = cutPower(home, durability, Number(values.turns))
  rmSync(home, { recursive: true })
  console.log(`${durability}: ${cuts} cuts, at most ${mostLost} acknowledged turns lost, ${broken.length} broken`)
  for (const why of broken.slice(0, 5)) console.log(`  ${why}`)
  if (broken.length > 0 || (durability === 'full' && mostLost > 0)) process.exitCode = 1
}
