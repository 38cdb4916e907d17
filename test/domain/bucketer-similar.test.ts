import { describe, expect, it } from 'vitest'
import { Bucketer } from '../../src/domain/bucketer.ts'
import { REQUESTS } from './grouping/requests.ts'
import { UNLIKE } from './grouping/unlike.ts'

const turns = (texts: readonly string[]) => texts.map((userInput) => ({ userInput, outcome: 'success' as const }))

describe('Bucketer', () => {
  it('by signature, drafts only from equal signatures', () => {
    const bucketer = new Bucketer()
    const [a, b, c, d] = turns([
      'refactor the code',
      'write parser tests',
      'code refactor please',
      'please refactor the code',
    ])
    expect([a, b, c].map((turn) => bucketer.observe(turn!))).toEqual([undefined, undefined, undefined])
    const trigger = bucketer.observe(d!)
    expect(trigger?.signature).toBe('code-refactor')
    expect(trigger?.trajectories).toEqual([a, c, d])
    expect(trigger?.trajectories[0]).toBe(a)
  })

  it('by likeness, gives back the objects it was given', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    const given = turns([
      'write tests for the parser',
      'add release notes',
      'write the parser tests',
      'write parser tests',
    ])
    const triggers = given.map((turn) => bucketer.observe(turn))
    expect(triggers.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(triggers[3]?.trajectories).toHaveLength(3)
    for (const [i, at] of [0, 2, 3].entries()) expect(triggers[3]?.trajectories[i]).toBe(given[at])
  })

  it('by likeness, ignores a request without a signature', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    for (const turn of turns(['do it', 'do it', 'do it', 'yes', 'yes', 'yes']))
      expect(bucketer.observe(turn)).toBeUndefined()
  })

  it('by likeness, joins requests in other words whose runs did what they name', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    const said = (userInput: string, ...commands: readonly string[]) => ({
      userInput,
      outcome: 'success' as const,
      toolCalls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
    })
    for (const request of UNLIKE) bucketer.observe(said(request, 'git status', 'git log --oneline'))
    const asked = [
      said('ok lets get a pr up for this', 'git status', 'gh pr create --fill'),
      said('please open the pull request', 'git log', 'gh pr create --title x'),
      said('create a PR with the docs', 'git status', 'gh pr create --draft'),
    ]
    const triggers = asked.map((turn) => bucketer.observe(turn))
    expect(triggers.slice(0, 2)).toEqual([undefined, undefined])
    expect(triggers[2]?.trajectories).toEqual(asked)
  })

  it('by likeness, joins nothing by what all runs do', () => {
    const bucketer = new Bucketer({ grouping: 'similar' })
    const habits = ['git status', 'git add -A', 'git commit -m x', 'npm test'].map((command) => ({
      name: 'Bash',
      input: { command },
      ok: true,
    }))
    const texts = ['rename the user table', 'document the cache', 'speed up search', 'draw a logo', 'translate errors']
    for (const userInput of texts)
      expect(bucketer.observe({ userInput, outcome: 'success', toolCalls: habits })).toBeUndefined()
  })

  it('by likeness, covers far more intents than by signature, and its drafts stay pure', () => {
    const pure = (grouping: 'signature' | 'similar') => {
      const bucketer = new Bucketer<(typeof REQUESTS)[number] & { userInput: string; outcome: 'success' }>({ grouping })
      const covered = new Set<string>()
      let [drafts, mixed] = [0, 0]
      for (let i = 0; i < 24; i++)
        for (let k = 0; k < 10; k++) {
          const row = REQUESTS[k * 24 + i]!
          const trigger = bucketer.observe({ ...row, userInput: row.text, outcome: 'success' })
          if (trigger === undefined) continue
          drafts++
          if (new Set(trigger.trajectories.map((turn) => turn.intent)).size > 1) mixed++
          else covered.add(row.intent)
        }
      return { covered: covered.size, drafts, mixed }
    }
    const [exact, similar] = [pure('signature'), pure('similar')]
    expect(similar.covered).toBeGreaterThanOrEqual(9)
    expect(similar.covered).toBeGreaterThan(exact.covered)
    expect(similar.mixed / similar.drafts).toBeLessThanOrEqual(0.05)
  })
})
