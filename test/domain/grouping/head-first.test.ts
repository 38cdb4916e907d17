import { describe, expect, it } from 'vitest'
import { featuresOf, headFirst } from '../../../src/domain/grouping/features.ts'
import { similarity } from '../../../src/domain/grouping/similarity.ts'

const wordsOf = (text: string) => (text.match(/\w+/g) ?? []).sort()
const alike = (a: string, b: string) => similarity(featuresOf(a), featuresOf(b))

describe('a request with its order first', () => {
  it.each([
    ['the build was red again. please fix the linter', 'please fix the linter'],
    ['look at the changes in this branch and update the docs', 'update the docs'],
    ['can you take a look at the schema, then write a migration', 'write a migration'],
  ])('%j begins with %j', (text, order) => {
    expect(headFirst(text).startsWith(order)).toBe(true)
    expect(wordsOf(headFirst(text))).toEqual(wordsOf(text))
  })

  it.each(['look at the comments on the ticket and fix them', 'add a test', 'why is it slow?', ''])(
    'stays as it is where there is one order or none: %j',
    (text) => expect(headFirst(text)).toBe(text),
  )

  it('counts what is to be done for more than how, and forms of address for nothing', () => {
    const [one, other] = [
      'can you add a changelog entry for the new export option',
      'please add a changelog entry, it should say that the old driver is gone',
    ]
    expect(alike(one, other)).toBeGreaterThan(0.45)
    expect(alike('could you please rename the module', 'rename the module')).toBeCloseTo(1)
    expect(alike('can you please rename the module', 'can you please draw a diagram')).toBeLessThan(0.1)
  })
})
