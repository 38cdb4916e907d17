import { expect, it } from 'vitest'
import { Posterior } from '../../../src/ui/pages/skill-page.tsx'

const drawn = (probabilities: readonly number[], mean: number) =>
  String(
    Posterior({
      mean,
      rates: probabilities.map((probability, i) => ({ rate: (i + 1) / (probabilities.length + 1), probability })),
    }),
  )

it('says in words what it draws, and hides the drawing from those who are read to', () => {
  const html = drawn([0.02, 0.03, 0.15, 0.2, 0.3, 0.2, 0.07, 0.02, 0.01], 0.46)
  expect(html).toContain('expects success in 46 % of the tasks')
  expect(html).toContain('90 % of its posterior lies between 20 % and 70 %')
  expect(html).toMatch(/<svg [^>]*aria-hidden="true"/)
  expect(html.match(/class="likely"/g)).toHaveLength(6)
  expect(html.match(/class="rest"/g)).toHaveLength(3)
})

it('draws the density: bars of the same height where all rates are as likely, though those at the ends stand for more', () => {
  const heights = [...drawn([0.2, 0.2, 0.4, 0.1, 0.1], 0.45).matchAll(/height="([\d.]+)"/g)].map(([, h]) => Number(h))
  // The rates are sixths: those at the ends stand for a quarter of 0 to 1, those between for a sixth.
  expect(heights).toEqual([66.7 * 0.5, 50, 100, 25, 33.3 * 0.5].map((h) => expect.closeTo(h * 0.92, 0)))
})
