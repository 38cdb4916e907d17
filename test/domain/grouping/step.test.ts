import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupStep } from '../../../src/domain/grouping/group.ts'
import { GroupMemory, type GroupState } from '../../../src/domain/grouping/memory.ts'
import { groupStep } from '../../../src/domain/grouping/step.ts'
import { LIMITS } from '../../../src/domain/grouping/thresholds.ts'
import { signature } from '../../../src/domain/signature.ts'
import type { Outcome } from '../../../src/domain/turn.ts'
import { REQUESTS } from './requests.ts'

interface Said {
  readonly text: string
  readonly outcome: Outcome
}

function run(said: readonly Said[], memory = new GroupMemory(), from = 0): readonly GroupStep[] {
  return said.map(({ text, outcome }, i) => {
    const step = groupStep(memory, { id: from + i, text, signature: signature(text) }, outcome)
    memory.apply(step.changes)
    return step
  })
}

const success = (...texts: string[]): readonly Said[] => texts.map((text) => ({ text, outcome: 'success' }))
const FAILING = [
  'fix the failing lint errors',
  'please fix failing lint errors',
  'fix failing lint errors again',
] as const

const stream = fc.array(
  fc.record({
    text: fc.constantFrom(...REQUESTS.map((row) => row.text)),
    outcome: fc.constantFrom<Outcome>('success', 'success', 'success', 'success', 'failure', 'unknown'),
  }),
  { maxLength: 120 },
)

describe('groupStep', () => {
  it('groups the same task in other words and names the group by their task', () => {
    const steps = run(
      success(
        'write tests for parser',
        'add release notes',
        'write the tests for the parser module',
        'write parser tests',
      ),
    )
    expect(steps.at(-1)?.completed).toEqual([0, 2, 3])
    expect(steps.at(-1)?.signature).toBe('write-parser-tests')
    expect(steps[1]?.completed).toBeUndefined()
  })

  it('names a group by the words that its requests share', () => {
    const steps = run(
      success(
        'Hi! I need to cancel a flight that I booked.',
        "Hi! I'm hoping to cancel a flight and get a refund.",
        "Hi! I'm hoping to cancel a flight I had booked because I'm not feeling well.",
      ),
    )
    expect(steps.at(-1)?.signature).toBe('cancel-flight-booked')
  })

  it('says why a request went where it went', () => {
    const steps = run([
      ...success(...FAILING, 'fix failing lint errors please'),
      { text: FAILING[0], outcome: 'failure' },
    ])
    expect(steps.map((step) => step.reason.kind)).toEqual(['alone', 'alone', 'born', 'joined', 'failed'])
    expect(steps.map((step) => step.streak)).toEqual([1, 2, 0, 1, 0])
    const [, , born, joined, failed] = steps.map((step) => step.reason)
    expect(born).toMatchObject({ like: expect.arrayContaining([0, 1]) })
    expect(joined).toMatchObject({ like: [1, 0], needed: expect.closeTo(0.47, 1) })
    expect(failed).toEqual({ kind: 'failed', dropped: [3] })
  })

  it('keeps opposites apart', () => {
    const on = success('turn the kitchen lights on', 'turn on the kitchen lights', 'turn off the kitchen lights')
    expect(run(on).at(-1)?.completed).toBeUndefined()
  })

  it('drops the streak of its group at a failure, and nothing else', () => {
    const memory = new GroupMemory()
    const other = success('write the release notes', 'write release notes now')
    run([...success(FAILING[0], FAILING[1]), ...other, { text: FAILING[2], outcome: 'failure' }], memory)
    expect(run(success(FAILING[2]), memory, 10)[0]?.completed).toBeUndefined()
    expect(run(success('please write the release notes'), memory, 11)[0]?.completed).toEqual([2, 3, 11])
  })

  it('neither extends nor resets at an unknown outcome', () => {
    const steps = run([
      ...success(FAILING[0], FAILING[1]),
      { text: FAILING[2], outcome: 'unknown' },
      ...success(FAILING[2]),
    ])
    expect(steps[2]).toMatchObject({ changes: [], reason: { kind: 'unknown' } })
    expect(steps[3]?.completed).toEqual([0, 1, 3])
  })

  it('works at any threshold', () => {
    const six = success(...FAILING, ...FAILING)
    for (const threshold of [1, 2, 4, 6]) {
      const memory = new GroupMemory()
      const sizes = six.flatMap(({ text }, id) => {
        const step = groupStep(memory, { id, text, signature: signature(text) }, 'success', { threshold })
        memory.apply(step.changes)
        return step.completed === undefined ? [] : [step.completed.length]
      })
      expect(sizes).toEqual(new Array(Math.floor(6 / threshold)).fill(threshold))
    }
  })

  it('gives the same steps for the same stream', () => {
    fc.assert(
      fc.property(stream, (said) => {
        expect(run(said)).toEqual(run(said))
      }),
      { seed: 1, numRuns: 20 },
    )
  })

  it('goes on from its serialised state as if it had never stopped', () => {
    fc.assert(
      fc.property(stream, fc.nat(120), (said, cut) => {
        const whole = run(said)
        const memory = new GroupMemory()
        const before = run(said.slice(0, cut), memory)
        const state = JSON.parse(JSON.stringify(memory.state)) as GroupState
        expect([...before, ...run(said.slice(cut), new GroupMemory(state), before.length)]).toEqual(whole)
      }),
      { seed: 2, numRuns: 30 },
    )
  })

  it('puts every success in exactly one place, uses it at most once, and keeps groups bounded', () => {
    fc.assert(
      fc.property(stream, (said) => {
        const memory = new GroupMemory()
        const used = run(said, memory).flatMap((step) => step.completed ?? [])
        expect(new Set(used).size).toBe(used.length)
        const { requests, groups } = memory.state
        for (const group of groups) {
          expect(group.members.length).toBeLessThanOrEqual(LIMITS.members)
          expect(group.waiting.length).toBeLessThanOrEqual(LIMITS.waiting)
          for (const id of group.members) expect(memory.request(id)?.group).toBe(group.id)
          for (const id of group.waiting) expect(used).not.toContain(id)
        }
        const members = new Set(groups.flatMap((group) => [...group.members, ...group.waiting]))
        for (const request of requests) expect(request.group !== undefined).toBe(members.has(request.id))
      }),
      { seed: 3, numRuns: 30 },
    )
  })

  it('never holds more than its limits, and forgets the oldest first', () => {
    const limits = { members: 4, waiting: 3, groups: 2, pending: 5 }
    const memory = new GroupMemory()
    const said = REQUESTS.map((row) => row.text)
    for (const [id, text] of said.entries()) {
      const newest = [...memory.state.requests].filter((one) => one.group === undefined).at(-1)
      const step = groupStep(memory, { id, text, signature: signature(text) || 'none' }, 'success', { limits })
      memory.apply(step.changes)
      expect(memory.groups).toBeLessThanOrEqual(limits.groups)
      expect(memory.pending).toBeLessThanOrEqual(limits.pending)
      expect(memory.state.requests.length).toBeLessThanOrEqual(limits.groups * limits.members + limits.pending)
      if (step.reason.kind === 'alone' && newest !== undefined) expect(memory.request(newest.id)).toBeDefined()
    }
    expect(memory.groups).toBe(limits.groups)
  })

  it('does not depend on what other tasks are asked in between', () => {
    const others = success('add release notes', 'rename the config module', 'what is the deploy schedule')
    const alone = run(success(...FAILING))
    const mixed = run(success(...FAILING).flatMap((one, i) => [one, others[i]!]))
    expect(mixed[4]?.completed).toEqual([0, 2, 4])
    expect(mixed[4]?.signature).toBe(alone[2]?.signature)
  })
})
