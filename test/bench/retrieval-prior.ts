// What should a library start from that has too few phrases of its own to learn from? Prints src/domain/retrieval/prior.ts,
// learned from libraries of 1 to 1,782 skills drawn from the skill bank; queries are the skills' own triggers, held out.
import { writeFileSync } from 'node:fs'
import { FEATURES } from '../../src/domain/retrieval/features.ts'
import { learn, type Model, type Request } from '../../src/domain/retrieval/learning.ts'
import type { Library } from '../../src/domain/retrieval/library.ts'
import { readQuery } from '../../src/domain/retrieval/query.ts'
import { libraryOf } from './library-of.ts'
import { seeded, skillBank } from './routing-data.ts'

const SIZES = [1, 2, 3, 5, 8, 12, 20, 50, 200]
const SKILLS_PER_SIZE = 400
const random = seeded(11)
const skills = skillBank()
const libraries = [libraryOf(skills)]
for (const size of SIZES)
  for (let drawn = 0; drawn < SKILLS_PER_SIZE; drawn += size)
    libraries.push(libraryOf(Array.from({ length: size }, () => skills[Math.floor(random() * skills.length)]!)))

// Without phrases, plain BM25F orders better than what is learned from another bank (routing-ordinary.ts).
const bm25f = FEATURES.map((feature) => (feature === 'score' ? 10 : 0))
const bare = libraries.map((library) => stripped(library))
writeFileSync(
  new URL('../../src/domain/retrieval/prior.ts', import.meta.url),
  source(done(learn(libraries, undefined)), done(learn(bare, undefined, told, bm25f))),
)

function done(learning: Generator<void, Model>): Model {
  let step = learning.next()
  while (!step.done) step = learning.next()
  return step.value
}

/** The same skills without their triggers, which become the requests. */
function stripped(library: Library): Library {
  return libraryOf(skills.filter(({ id }) => library.skill(id) !== undefined).map(({ triggers: _, ...skill }) => skill))
}

function* told(library: Library): Generator<Request> {
  for (const { id, triggers = [] } of skills) {
    const skill = library.skill(id)
    if (skill !== undefined) yield { query: readQuery(library, triggers[0]!), skill }
  }
}

function source(phrased: Model, without: Model): string {
  return `import type { Model } from './learning.ts'

// Learned by test/bench/retrieval-prior.ts from libraries of 1 to 1,782 skills drawn from a public skill bank (MIT), with
// held-out triggers as requests.

/** What a library starts from that has few phrases of its own. */
export const PHRASED: Model = ${model(phrased)}

/** The same for a library whose skills have names, descriptions and bodies only. */
export const BARE: Model = ${model(without)}
`
}

function model({ ranking, relevance }: Model): string {
  const list = (numbers: readonly number[]) => `[${numbers.map((n) => Number(n.toPrecision(3))).join(', ')}]`
  return `{
  ranking: ${list(ranking)},
  relevance: {
    mean: ${list(relevance.mean)},
    deviation: ${list(relevance.deviation)},
    weights: ${list(relevance.weights)},
    bias: ${Number(relevance.bias.toPrecision(3))},
  },
}`
}
