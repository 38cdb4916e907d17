import { describe, expect, it } from 'vitest'
import type { ModelProvider, ModelQuestion } from '../../src/model/language-model.ts'

/** What every provider is asked in the suite. */
export const QUESTIONS: readonly ModelQuestion[] = ['a', 'b'].map((letter) => ({
  ...{ id: letter.repeat(32), purpose: 'probe', system: 'Answer.', input: `What is ${letter}?`, maxTokens: 100 },
  schema: { type: 'object', properties: { word: { type: 'string' } } },
}))

/** The value that `open` must make the model answer. */
export const ANSWER = { word: 'ready' }

/**
 * What every provider of a language model promises. `open` gives one that answers `ANSWER` to each of `QUESTIONS`; `broken`
 * one that cannot be reached, where there is such a thing; `secret` is the key that it is opened with.
 */
export function languageModelConformance(
  open: () => ModelProvider | Promise<ModelProvider>,
  { broken, secret = 'no key' }: { readonly broken?: () => ModelProvider; readonly secret?: string } = {},
): void {
  const [first, second] = QUESTIONS as readonly [ModelQuestion, ModelQuestion]
  const { signal } = new AbortController()

  describe('ModelProvider', () => {
    it('has a kind and a name, and the name holds no key', async () => {
      const { kind, name } = await open()
      expect([kind, name]).toEqual([expect.stringMatching(/^[a-z]+$/), expect.stringMatching(/\S/)])
      expect(name).not.toContain(secret)
    })

    it('answers with text, the model, and tokens or that they are unknown', async () => {
      const model = await open()
      const answer = await model.ask(first, signal)
      if (answer === 'waiting') throw new Error('it was given its answer')
      expect(JSON.parse(answer.text)).toEqual(ANSWER)
      expect(answer.model).toMatch(/\S/)
      const { usage } = answer
      if (usage !== 'unknown')
        for (const tokens of [usage.input, usage.output]) expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true)
    })

    it('answers two questions that are asked at once', async () => {
      const model = await open()
      const answers = await Promise.all([first, second].map((question) => model.ask(question, signal)))
      for (const answer of answers) expect(answer === 'waiting' ? answer : JSON.parse(answer.text)).toEqual(ANSWER)
    })

    it('asks nothing where it was stopped before it began', async () => {
      const model = await open()
      await expect(model.ask(first, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    })

    it('lets go of an answer that is kept, also twice, and of one that was never asked', async () => {
      const model = await open()
      await model.ask(first, signal)
      for (const id of [first.id, first.id, 'f'.repeat(32)])
        await expect(Promise.resolve(model.settled?.(id))).resolves.toBeUndefined()
    })

    if (broken !== undefined)
      it('says in words of this package that it cannot be reached, without key and question', async () => {
        const error = await broken()
          .ask(first, signal)
          .catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ code: 'model_unavailable' })
        for (const kept of [secret, first.input]) expect((error as Error).message).not.toContain(kept)
      })
  })
}
