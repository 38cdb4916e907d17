import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContextSkill, contextText, estimatedTokens } from '../../../src/domain/bank/context-text.ts'

const skill = (name: string, text: string, more: Partial<ContextSkill> = {}): ContextSkill => ({
  ...{ name, description: `Does ${name}.`, text, isReviewed: true },
  ...more,
})
const CODE = '```sh\nnpm run lint\n\nnpm test\n```'

describe('skills as one text', () => {
  it('have a header, and each its name, description and text', () => {
    expect(contextText([skill('lint', `First:\n\n${CODE}`), skill('ship', 'Push.')], { maxTokens: 500 })).toBe(
      `Skills that may fit the request, the likeliest first. They were learned from earlier work: use what applies, and leave the rest.\n\n## lint\n\nDoes lint.\n\nFirst:\n\n${CODE}\n\n## ship\n\nDoes ship.\n\nPush.\n`,
    )
  })

  it('say which of them no person has reviewed', () => {
    expect(contextText([skill('lint', 'x', { isReviewed: false })], { maxTokens: 200 })).toContain(
      '## lint (a draft that no person has reviewed)',
    )
  })

  it('are nothing where not even a description fits', () => {
    expect(contextText([skill('lint', 'x')], { maxTokens: 10 })).toBe('')
    expect(contextText([], { maxTokens: 1_000 })).toBe('')
  })

  it('end before a code block that does not fit, and say that there is more', () => {
    const whole = contextText([skill('lint', `First:\n\n${CODE}`)], { maxTokens: 500 })
    const cut = contextText([skill('lint', `First:\n\n${CODE}`)], { maxTokens: estimatedTokens(whole) - 1 })
    expect(cut).toMatch(/First:\n\n\[…\]\n$/)
  })

  const line = fc.constantFrom(
    'One step.',
    '',
    '```',
    '```ts',
    '~~~',
    '  ```',
    'const a = `b`',
    '日本語の文',
    '1234567890',
  )
  const skills = fc.array(
    fc.record({
      name: fc.constantFrom('lint', 'ship', 'review-branch'),
      description: fc.string({ maxLength: 60 }),
      text: fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n')),
      isReviewed: fc.boolean(),
    }),
    { maxLength: 4 },
  )

  it('never pass their budget, by whatever count, and are the same each time', () => {
    const counts = fc.constantFrom(
      estimatedTokens,
      (text: string) => text.length,
      (text: string) => Math.ceil(text.length / 4),
    )
    fc.assert(
      fc.property(skills, fc.integer({ min: 0, max: 400 }), counts, (given, maxTokens, countTokens) => {
        const text = contextText(given, { maxTokens, countTokens })
        if (text !== '') expect(countTokens(text)).toBeLessThanOrEqual(maxTokens)
        expect(contextText(given, { maxTokens, countTokens })).toBe(text)
      }),
    )
  })

  it('never end within a code block', () => {
    const body = fc.array(fc.constantFrom('One step.', CODE, '~~~\n```\nx\n~~~', 'Then another.'), { maxLength: 8 })
    fc.assert(
      fc.property(body, fc.integer({ min: 40, max: 200 }), (parts, maxTokens) => {
        const text = contextText([skill('lint', parts.join('\n\n'))], { maxTokens })
        expect((text.match(/^```(?:sh)?$/gm) ?? []).length % 2 === 0 || text.includes('~~~\n```\nx\n~~~')).toBe(true)
        expect((text.match(/^~~~$/gm) ?? []).length % 2).toBe(0)
      }),
    )
  })
})
