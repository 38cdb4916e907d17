// What should a library start from that has too few phrases of its own to learn from? Prints src/domain/retrieval/prior.ts,
// learned from libraries of 1 to 1,782 skills drawn from the skill bank; queries are the skills' own triggers, held out.
import { writeFileSync } from 'node:fs'
import { FEATURES } from '../../src/domain/retrieval/features.ts'
import { learn, type Model } from '../../src/domain/retrieval/learning.ts'
import { Library } from '../../src/domain/retrieval/library.ts'
import { seeded, skillBank } from './routing-data.ts'

const SIZES = [1, 2, 3, 5, 8, 12, 20, 50, 200]
const SKILLS_PER_SIZE = 200
const random = seeded(11)
const skills = skillBank()
const libraries = [libraryOf(skills)]
for (const size of SIZES)
  for (let drawn = 0; drawn < SKILLS_PER_SIZE; drawn += size)
    libraries.push(libraryOf(Array.from({ length: size }, () => skills[Math.floor(random() * skills.length)]!)))

const learning = learn(libraries, undefined)
let step = learning.next()
while (!step.done) step = learning.next()
writeFileSync(new URL('../../src/domain/retrieval/prior.ts', import.meta.url), source(step.value))
console.log(FEATURES.map((name, at) => `${name} ${step.value?.ranking[at]?.toFixed(2)}`).join('\n'))

function libraryOf(of: readonly ReturnType<typeof skillBank>[number][]): Library {
  const library = new Library()
  for (const skill of of) library.add(skill, '')
  return library
}

function source({ ranking, relevance }: Model): string {
  const list = (numbers: readonly number[]) => `[${numbers.map((n) => Number(n.toPrecision(4))).join(', ')}]`
  return `import type { Model } from './learning.ts'

/**
 * What a library starts from that has few phrases of its own: learned by test/bench/retrieval-prior.ts from libraries of
 * 1 to 1,782 skills drawn from a public skill bank (MIT), with held-out triggers as requests.
 */
export const PRIOR: Model = {
  ranking: ${list(ranking)},
  relevance: {
    mean: ${list(relevance.mean)},
    deviation: ${list(relevance.deviation)},
    weights: ${list(relevance.weights)},
    bias: ${Number(relevance.bias.toPrecision(4))},
  },
}
`
}
