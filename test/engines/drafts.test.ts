import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../src/domain/draft/compose.ts'
import { scanFiles } from '../../src/domain/safety.ts'
import { signature } from '../../src/domain/signature.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { brokenRules } from '../domain/draft/draft-rules.ts'
import { fixtureTurns } from './fixture-turns.ts'

const turns = await fixtureTurns()
const find = (opening: string) => turns.find(({ userInput }) => userInput.startsWith(opening))!
const draftOf = (evidence: readonly TurnTrajectory[]) =>
  composeDraft({ signature: signature(evidence[0]!.userInput) || 'request', trajectories: evidence })

describe('drafts from real session files', () => {
  it('follow the rules and pass the safety scan, from one turn or from any three in a row', () => {
    expect(turns.length).toBeGreaterThan(60)
    const drafts = turns.flatMap((turn, i) => [[turn], turns.slice(i, i + 3)]).map(draftOf)
    const files = drafts.map((draft) => new Map([...draft.files].map(([path, text]) => [path, Buffer.from(text)])))
    expect(drafts.flatMap(brokenRules)).toEqual([])
    expect(files.flatMap((files) => scanFiles(files)).filter(({ severity }) => severity !== 'note')).toEqual([])
  })

  it('say how lint failures of a Go project are put right', () => {
    const { body, description, files, weak } = draftOf([find('mise run lint fails'), find('fix lint errors')])
    expect(weak).toBe(false)
    expect(description).toMatch(/^Fixes lint errors\. Use it for requests such as "fix lint errors" or "mise run lint/)
    expect(body).toMatch(/^1\. Run `mise run lint[^`]*`; its failure is the work list$/m)
    // Each run edited other files: that is no step, and the evidence names them.
    expect(files.get('references/evidence.md')).toMatch(/^- edit `cmd\/entire\/cli\/telemetry\/detached\.go`/m)
    expect(body).toContain('- `mise run lint` exits 0\n')
  })
})
