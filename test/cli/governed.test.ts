import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { governed } from '../../src/cli/all-history.ts'
import type { Skill } from '../../src/domain/skill.ts'

const COUNT = 4_500
const LINES = 23_000
const id = (n: number) => `id-${n}`
const skills = Array.from({ length: COUNT }, (_, n) => ({ id: id(n), name: `skill-${n}`, status: 'staged' }) as Skill)

/** A loop over so many skills of two versions. */
function library() {
  const lines = Array.from({ length: LINES }, (_, n) => ({
    id: n + 1,
    skillName: `skill-${n % COUNT}`,
    move: 'accept',
    toStatus: 'staged',
    versionId: `${id(n % COUNT)}-2`,
  }))
  const asked: number[] = []
  const review = {
    allVersions: async (ids: readonly string[] = []) => {
      asked.push(ids.length)
      return new Map(ids.map((of) => [of, [1, 2].map((version) => ({ id: `${of}-${version}`, head: version === 2 }))]))
    },
    historyAfter: async (after: number, limit: number) => {
      asked.push(limit)
      return lines.slice(after, after + limit)
    },
  } as unknown as Pick<SkillLoop['review'], 'allVersions' | 'historyAfter'>
  return { loop: { review }, asked }
}

async function read(loop: Parameters<typeof governed>[0]) {
  const all = governed(loop, skills)
  const [named, entries]: [string[], number[]] = [[], []]
  for await (const part of all.skills()) named.push(...part.map(({ skill }) => skill.name))
  for await (const part of all.ledger()) entries.push(...part.map((line) => line.id))
  return { named, entries }
}

describe('what govern reads', () => {
  it('is each skill and each ledger line once and in order, and never all at a time', async () => {
    const { loop, asked } = library()
    expect(await read(loop)).toEqual({
      named: skills.map(({ name }) => name),
      entries: Array.from({ length: LINES }, (_, n) => n + 1),
    })
    expect(Math.max(...asked)).toBeLessThan(LINES)
    expect(Math.max(...asked.slice(0, 2))).toBeLessThan(COUNT)
  })
})
