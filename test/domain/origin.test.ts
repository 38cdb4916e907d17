import { describe, expect, it } from 'vitest'
import { apartBy, type Origin, type OriginRule } from '../../src/domain/origin.ts'

const LONG = 'Study the specification and the plan, choose the most important open item, and implement it.'
const NONE: OriginRule = { exclude: [], include: [] }

const by = async (origin: Partial<Origin> & { readonly others?: number }, rule: Partial<OriginRule> = {}) => {
  const { others = 0, ...more } = origin
  const whole: Origin = {
    ...{ start: undefined, text: 'fix the lint errors', engine: 'codex', folders: ['/home/u/app'] },
    alone: async () => others,
    ...more,
  }
  return (await apartBy(whole, { ...NONE, ...rule }))?.kind
}

describe('a request', () => {
  it('is a program’s where an SDK began the session, or another tool watches one', async () => {
    expect(await by({ start: 'sdk' })).toBe('program')
    for (const text of [
      'You are a memory observer that records what a primary session did.\n<observed_from_primary_session>',
      'Hello memory agent, you are continuing to observe the primary session.',
      'Hello memory agent, you are continuing to observe the primary Claude session.',
      'PROGRESS\n<observed_from_primary_session><what_happened>Edit</what_happened></observed_from_primary_session>',
    ])
      expect(await by({ text })).toBe('program')
  })

  it('is a person’s where it only speaks of such things', async () => {
    for (const text of [
      'make the file observer ignore node_modules',
      'You are right, add the missing test',
      'add an observer to the store that logs each change',
      'hello, can you fix the primary session cookie?',
    ])
      expect(await by({ text })).toBeUndefined()
  })

  it('is a loop’s where a long text began other sessions word for word and nothing followed', async () => {
    expect(await by({ text: LONG, start: 'headless', others: 1 })).toBe('program')
    expect(await by({ text: LONG, start: 'headless' })).toBeUndefined()
  })

  it('is a person’s own where they type it, at a terminal or as a command', async () => {
    expect(await by({ text: LONG, start: 'terminal', others: 9 })).toBeUndefined()
    expect(await by({ text: 'fix the lint errors', start: 'headless', others: 9 })).toBeUndefined()
  })

  it('is a person’s where nothing says how the session was begun, however often the same text begins one', async () => {
    expect(await by({ text: LONG, others: 9 })).toBeUndefined()
    expect(await by({ text: LONG, engine: 'generic', others: 9 })).toBeUndefined()
  })

  it('of a program is theirs where learn.include says so', async () => {
    for (const include of [['/home/u/*'], ['agent:codex'], ['agent: Codex'], ['/elsewhere', '**/app']])
      expect(await by({ start: 'sdk' }, { include })).toBeUndefined()
    for (const include of [['/home/u/other'], ['agent:pi'], ['codex']])
      expect(await by({ start: 'sdk' }, { include })).toBe('program')
  })

  it('is excluded by its folder, its project or its agent, whatever is included', async () => {
    const include = ['**']
    for (const exclude of [['/home/u'], ['agent:codex'], ['/home/*/app']])
      expect(await by({}, { exclude, include })).toBe('excluded')
    expect(await by({ folders: ['/w/brave', '/home/u/app'] }, { exclude: ['/home/u/app'] })).toBe('excluded')
    expect(await by({ folders: [] }, { exclude: ['**'] })).toBeUndefined()
  })
})
