import { redactTurn } from '../../../src/domain/redact.ts'
import { signature } from '../../../src/domain/signature.ts'
import { toTrajectory } from '../../../src/domain/turn.ts'
import { turnFromWire } from '../../../src/domain/wire.ts'
import { type Below, changed } from '../mutation.ts'
import { filesOf, nothing, refusingOnly } from './fixtures.ts'

/** Turns as JSON lines, from the wire to their signature. */
export async function fuzzWireTurns() {
  const lines = filesOf('demo').flatMap((file) => file.toString('utf8').split('\n'))
  const turns = lines.filter((line) => line.startsWith('{')).map((line) => Buffer.from(line))
  return { once: (below: Below) => read(turns, below), [Symbol.asyncDispose]: nothing }
}

function read(turns: readonly Buffer[], below: Below): void {
  const bytes = changed(turns, below)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return
  }
  const turn = refusingOnly(['bad_turn'], () => toTrajectory(turnFromWire(value), new Date(0)))
  if (turn === undefined) return
  signature(redactTurn(turn).userInput)
}
