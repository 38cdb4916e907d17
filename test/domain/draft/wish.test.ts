import { describe, expect, it } from 'vitest'
import { habitOf, traitsOf } from '../../../src/domain/draft/base-rates.ts'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { checkEvidence } from '../../../src/domain/draft/evidence-gates.ts'
import { isPreference } from '../../../src/domain/draft/wish.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { TASKS } from './task-requests.ts'
import { aTurn, bash, edit } from './turns.ts'
import { NO_WISHES, WISHES } from './wishes.ts'

describe('a wish', () => {
  it.each(WISHES)('is seen in "%s"', (request) => expect(isPreference(request)).toBe(true))
  it.each(NO_WISHES)('is not seen in "%s"', (request) => expect(isPreference(request)).toBe(false))
  it('is not seen in any request that sets a task', () =>
    expect(TASKS.filter((task) => isPreference(task))).toEqual([]))
  it('is not seen in a text that is too long to be one', () =>
    expect(isPreference(`always ${'run the linter '.repeat(20_000)}`)).toBe(false))
})

const wished = (...requests: readonly string[]) =>
  requests.map((request, n) =>
    aTurn(request, [edit(`src/part-${n}.go`), bash(`git commit -m part-${n}`)], { sessionId: `s${n % 2}` }),
  )

describe('the draft of a preference', () => {
  const WORDS = ['use testify everywhere', 'please use testify everywhere', 'use testify everywhere']
  const draft = composeDraft({ signature: 'everywhere-testify-use', trajectories: wished(...WORDS) })

  it('quotes each wording once, with how often and in how many sessions, as standing wishes and no steps', () => {
    expect(draft).toMatchObject({ preference: true, weak: false, watching: false })
    const [, wishes = ''] = draft.body.split('## Standing wishes of the person, not steps\n')
    expect(wishes).toContain('- "use testify everywhere" (2 times, in 1 session)\n')
    expect(wishes).toContain('- "please use testify everywhere" (once, in 1 session)\n')
    expect(wishes.match(/^- "/gm)).toHaveLength(2)
    expect(draft.body).not.toMatch(/## (?:Steps|Approach|Verify)/)
    const { description, metadata } = parseSkillMd(draft.skillMd)
    expect(metadata).toMatchObject({ kind: 'preference' })
    expect(metadata).not.toHaveProperty('weak')
    expect(description).toMatch(/^Keeps to standing wishes of the person .*"use testify everywhere"/)
  })

  it('is none where one request sets a task, or where the runs share a step', () => {
    const mixed = wished('use testify everywhere', 'use testify everywhere', 'rewrite the parser tests with testify')
    expect(composeDraft({ signature: 's', trajectories: mixed }).preference).toBe(false)
    const stepped = WORDS.map((request) => aTurn(request, [bash('bin/migrate-asserts --all')]))
    expect(composeDraft({ signature: 's', trajectories: stepped })).toMatchObject({ preference: false, weak: false })
  })

  it('is asked for no step: work that differs, and answers alone, are what a wish is met in', () => {
    const habit = habitOf(Array.from({ length: 30 }, (_, n) => traitsOf(aTurn(`task ${n}`, [bash('make')]))))
    expect(checkEvidence(wished(...WORDS), habit)).toBeUndefined()
    const answered = [1, 2, 3].map((n) => aTurn('keep answers short', [], { sessionId: `s${n}` }))
    expect(checkEvidence(answered, habit)).toBeUndefined()
    expect(
      checkEvidence(
        [1, 2, 3].map(() => aTurn('explain the parser design', [])),
        habit,
      )?.gate,
    ).toBe('no_work')
  })
})
