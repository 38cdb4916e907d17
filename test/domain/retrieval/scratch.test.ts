import fc from 'fast-check'
import { expect, test } from 'vitest'
import { score } from '../../../src/domain/retrieval/candidates.ts'
import { Library } from '../../../src/domain/retrieval/library.ts'
import { readQuery } from '../../../src/domain/retrieval/query.ts'
import { Scratch } from '../../../src/domain/retrieval/scratch.ts'

/** Words by rank, the first ones everywhere: skipping what cannot matter needs words that are nearly everywhere. */
const rank = fc.nat(10_000).map((n) => Math.floor(60 * (n / 10_000) ** 3))
const text = (least: number, most: number) =>
  fc.array(rank, { minLength: least, maxLength: most }).map((ranks) => ranks.map((n) => `w${n}`).join(' '))

test('the best are the same as by scoring every skill, whatever was skipped on the way', () => {
  const scratch = new Scratch()
  const library = fc.array(text(5, 40), { minLength: 400, maxLength: 500 })
  fc.assert(
    fc.property(library, fc.array(text(2, 12), { minLength: 5, maxLength: 5 }), (bodies, requests) => {
      const skills = new Library()
      for (const [i, body] of bodies.entries())
        skills.add({ id: `${1000 + i}`, name: body.slice(0, 6), description: '', body }, '')
      for (let i = 0; i < 40; i++) skills.remove(`${1000 + i * 7}`)
      const order = (a: { score: number; document: number }, b: { score: number; document: number }) =>
        b.score - a.score || a.document - b.document
      for (const request of requests) {
        const query = readQuery(skills, request)
        const every = skills.documents().map((document) => ({ document, score: score(skills, query, document) }))
        const best = every.filter((one) => one.score > 0).sort(order)
        const found = scratch.best(skills.words.postings, skills.words.postings.rare(query.words), 10, order)
        expect(found.map((one) => one.score.toFixed(9))).toEqual(best.slice(0, 10).map((one) => one.score.toFixed(9)))
      }
    }),
    { numRuns: 10 },
  )
})
