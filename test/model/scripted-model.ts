import type { ModelAnswer, ModelProvider, ModelQuestion } from '../../src/model/language-model.ts'

/** What a scripted model does with a question: the text or value that it answers, an error that it throws, or `waiting`. */
export type Script = (question: ModelQuestion, n: number) => unknown

/** A model that answers by a script and keeps what it was asked; a token is four characters. */
export function scriptedModel(script: Script): ModelProvider & { readonly asked: ModelQuestion[] } {
  const asked: ModelQuestion[] = []
  return {
    kind: 'scripted',
    name: 'scripted model',
    asked,
    async ask(question, signal): Promise<ModelAnswer | 'waiting'> {
      signal.throwIfAborted()
      asked.push(question)
      const said = await script(question, asked.length)
      if (said instanceof Error) throw said
      if (said === 'waiting') return 'waiting'
      const text = typeof said === 'string' ? said : JSON.stringify(said)
      const usage = { input: Math.ceil(question.input.length / 4), output: Math.ceil(text.length / 4) }
      return { text, model: 'scripted-1', usage }
    },
  }
}
