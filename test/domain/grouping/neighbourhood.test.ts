import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { featuresOf } from '../../../src/domain/grouping/features.ts'
import { GroupMemory } from '../../../src/domain/grouping/memory.ts'
import { Neighbourhood } from '../../../src/domain/grouping/neighbourhood.ts'
import type { Request, SameText } from '../../../src/domain/grouping/request.ts'
import { similarity } from '../../../src/domain/grouping/similarity.ts'
import { groupStep } from '../../../src/domain/grouping/step.ts'
import { THRESHOLDS } from '../../../src/domain/grouping/thresholds.ts'
import { signature } from '../../../src/domain/signature.ts'
import { REQUESTS } from './requests.ts'

const known = fc.constantFrom(...REQUESTS.map((row) => row.text))
const anyText = fc.oneof(known, fc.string({ unit: 'binary', maxLength: 60 }))

describe('Neighbourhood', () => {
  it('finds what comparing everything in full finds', () => {
    fc.assert(
      fc.property(fc.array(known, { minLength: 5, maxLength: 150 }), anyText, (before, asked) => {
        const memory = new GroupMemory()
        before.forEach((text, id) => {
          memory.apply(groupStep(memory, requestOf(text, id), 'success').changes)
        })
        const request = requestOf(asked, before.length)
        const here = new Neighbourhood(memory, request, THRESHOLDS)
        const own = featuresOf(request.text)
        const to = (other: Request) => similarity(own, featuresOf(other.text))
        const near = requestsOf(here.near)
        const nearest = (others: readonly Request[]) => [...others].sort((a, b) => to(b) - to(a) || a.id - b.id)
        expect(here.nearestOfAll()).toBe(nearest(near)[0])
        for (const least of [here.join, here.birth, here.name / 2]) {
          expect(here.groups(least)).toEqual(plainGroups(memory, near, to, least))
        }
        expect(here.match()).toEqual(plainMatch(memory, here, nearest, to))
      }),
      { seed: 6, numRuns: 60 },
    )
  })
})

describe('GroupMemory.near', () => {
  it('is the same after requests came and went', () => {
    const texts = fc.array(known, { minLength: 3, maxLength: 60 })
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 59 })), known, (said, dropped, asked) => {
        const memory = new GroupMemory()
        said.forEach((text, id) => {
          memory.apply([{ kind: 'put_request', request: requestOf(text, id) }])
          if (dropped.includes(id)) memory.apply([{ kind: 'drop_request', id: id >> 1 }])
        })
        const { terms } = featuresOf(asked)
        expect(requestsOf(memory.near(terms))).toEqual(requestsOf(new GroupMemory(memory.state).near(terms)))
        expect(memory.near(terms)).toEqual(memory.near(terms))
      }),
      { seed: 7, numRuns: 60 },
    )
  })
})

const requestsOf = (near: readonly SameText[]) => near.flatMap(({ requests }) => requests)

const requestOf = (text: string, id: number): Request => ({ id, text, signature: signature(text) })

function plainGroups(memory: GroupMemory, near: readonly Request[], to: (other: Request) => number, least: number) {
  const ids = [...new Set(near.flatMap(({ group }) => (group === undefined ? [] : [group])))].sort((a, b) => a - b)
  return ids
    .map((id) => [memory.group(id)!, Math.max(...near.filter(({ group }) => group === id).map(to))] as const)
    .filter(([, likeness]) => likeness >= least)
}

function plainMatch(
  memory: GroupMemory,
  here: Neighbourhood,
  nearest: (others: readonly Request[]) => readonly Request[],
  to: (other: Request) => number,
) {
  const found = plainGroups(memory, requestsOf(here.near), to, here.join).map(([group]) => {
    const two = nearest(group.members.map((id) => memory.request(id)!)).slice(0, 2)
    const likeness = two.reduce((sum, other) => sum + to(other), 0) / two.length
    return { group, likeness, like: two.map(({ id }) => id) }
  })
  const best = Math.max(...found.map(({ likeness }) => likeness))
  return best < here.join ? undefined : found.find(({ likeness }) => likeness === best)
}
