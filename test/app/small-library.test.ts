import { describe, expect, it } from 'vitest'
import { SkillIndex } from '../../src/app/skill-index.ts'

const BAKE = { id: 'bake', name: 'bake', description: 'Bake a sourdough bread.' }
const ALARM = { id: 'alarm', name: 'set-alarm', description: 'Set an alarm on the phone.' }
const REVIEW = {
  id: 'auto-branch-changes-review',
  name: 'auto-branch-changes-review',
  description: 'Review the changes in a branch. Use when a request mentions branch, changes or review.',
  triggers: ['can you review the changes in this branch?', 'can you review the changes in the local branch?'],
}

/** The library of a newcomer: one skill or two, too few to learn anything from. */
function best(skills: readonly (typeof REVIEW | typeof BAKE)[], text: string) {
  const index = new SkillIndex()
  for (const skill of skills) index.add(skill)
  return index.search(text, 1)[0]
}

describe('a library of one skill or two', () => {
  it.each([
    [[BAKE], 'bake sourdough bread', 'bake'],
    [[REVIEW], 'please take a look at what changed on my branch and give me a code review', REVIEW.id],
    [[REVIEW], 'review my branch', REVIEW.id],
    [[REVIEW, BAKE], 'bake a bread for me', 'bake'],
    [[ALARM], 'set an alarm for 5am', 'alarm'],
    [[ALARM, REVIEW, BAKE], 'set an alarm for 5am', 'alarm'],
  ])('is sure of the skill that the request is about (%#)', (skills, text, id) => {
    expect(best(skills, text)?.id).toBe(id)
    expect(best(skills, text)?.relevance).toBeGreaterThan(0.7)
  })

  it.each([
    [[BAKE], 'what changed on my branch'],
    [[REVIEW], 'what should I cook tonight'],
    [[REVIEW], 'merge these two pdf files'],
    [[REVIEW, BAKE], 'hello there'],
    [[ALARM], 'play some jazz'],
  ])('is sure that a request about something else fits none (%#)', (skills, text) =>
    expect(best(skills, text)?.relevance ?? 0).toBeLessThan(0.3),
  )
})
