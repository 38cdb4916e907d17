import { namesTask, requestWords } from '../../domain/draft/request-words.ts'
import { REWRITE, rewriteText } from '../../domain/learning/prompts/rewrite.ts'
import type { Asker } from '../learning/asking.ts'

/** Says a request of a session as it would be said alone, with the help of a language model. */
export interface RequestRewriting {
  /**
   * The request as a query, or undefined: where it names a new task or none, and where the model is late, fails, is over
   * its budget or answers in another shape. `earlier`: the requests before it in its session, newest first.
   */
  rewrite(text: string, earlier: readonly string[]): Promise<string | undefined>
}

export interface RequestRewritingParts {
  /** An asker for one request, whose calls end with the signal. */
  readonly asker: (signal: AbortSignal) => Promise<Pick<Asker, 'complete'>>
  /** Milliseconds after which the request is searched for as it is. */
  readonly limitMs: number
}

export function createRequestRewriting({ asker, limitMs }: RequestRewritingParts): RequestRewriting {
  async function ask(text: string, earlier: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const about = { input: rewriteText(text, earlier), subject: 'a request' }
    const reply = await (await asker(signal)).complete(REWRITE, about)
    if (reply.status !== 'answered' || reply.value.relation === 'new') return undefined
    return reply.value.query.trim() || undefined
  }

  return {
    async rewrite(text, earlier) {
      const before = earlier.filter((one) => one !== text)
      if (!before.some(namesTask) || !saysSomething(text)) return undefined
      const ending = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      // A provider may not listen to the signal.
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          ending.abort(new Error(`no query within ${limitMs} ms`))
          resolve(undefined)
        }, limitMs)
      })
      try {
        return await Promise.race([ask(text, before, ending.signal).catch(() => undefined), late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Thanks and agreement are not asked about. */
function saysSomething(text: string): boolean {
  const { objects, pointers } = requestWords(text)
  return objects.length + pointers.length > 0
}
