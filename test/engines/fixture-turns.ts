import { join } from 'node:path'
import { redactTurn } from '../../src/domain/redact.ts'
import { type TurnTrajectory, toTrajectory } from '../../src/domain/turn.ts'
import { readTranscript, transcriptFiles } from '../../src/engines/transcripts.ts'
import { FIXTURES } from './conformance.ts'

/** Every turn of the session files in the fixtures, as it would be recorded. */
export async function fixtureTurns(): Promise<readonly TurnTrajectory[]> {
  const found: TurnTrajectory[] = []
  for await (const { path, engine } of transcriptFiles('auto', join(FIXTURES))) {
    if (engine === undefined) continue
    const byId = new Map<string, TurnTrajectory>()
    for await (const event of readTranscript(engine, path)) {
      if (event.kind !== 'turn') continue
      const turn = redactTurn(toTrajectory(event.turn, new Date(0)))
      byId.set(turn.promptId ?? String(byId.size), turn)
    }
    found.push(...byId.values())
  }
  return found
}
