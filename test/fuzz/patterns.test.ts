import { describe, expect, it, vi } from 'vitest'
import { patternsOfSources } from './patterns/collect.ts'
import { worstOf } from './patterns/growth.ts'
import { digestOf, isProven, readRecord } from './patterns/record.ts'

describe('the search for growth', () => {
  it('finds the exponential pattern whose separators and words share characters', () => {
    const planted = {
      source: String.raw`\b(?:override|ignore)\b(?:[\s,*_"'’-]{1,6}[^\s.,;:!?*_"()]{1,16}){0,3}?[\s,*_"'’-]{1,6}any\b(?:(?:[\s,*_"'’-]{1,6}[^\s.,;:!?*_"()]{1,16}){0,6}[\s,*_"'’-]{1,6})rules\b`,
      flags: 'gi',
    }
    expect(worstOf(planted, 1_000).growth).toBe(Number.POSITIVE_INFINITY)
  })

  it('finds the exponential pattern with two ways to read one word', () => {
    const planted = { source: String.raw`^no+\b[,.! ]+(?!(?:it'?s? |it |no )*(?:fine|good))(?:that|it)\b`, flags: 'u' }
    expect(worstOf(planted, 1_000).growth).toBe(Number.POSITIVE_INFINITY)
  })

  it('leaves a linear pattern alone', () => {
    expect(worstOf({ source: '(?<!=)=+$', flags: '' }).growth).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})

it('every pattern of the sources is proven linear, or named among those that were searched', async () => {
  // What makes patterns while it loads has to be loaded anew, whichever test loaded it before.
  vi.resetModules()
  const { proven, searched } = readRecord()
  const known = new Set([...proven, ...searched.map(digestOf)])
  const unknown = (await patternsOfSources()).filter((pattern) => !known.has(digestOf(pattern)))
  const undecided: string[] = []
  for (const pattern of unknown)
    if (!(await isProven(pattern))) undecided.push(`${pattern.file}: /${pattern.source}/${pattern.flags}`)
  expect(undecided, 'make it linear, then `npm run patterns`').toEqual([])
}, 300_000)
