import type { SkillLoop, UserLoop } from '../app/skill-loop.ts'
import { createCompanion } from './companion.ts'
import type { Content, Passage } from './forward.ts'
import { proxySecret } from './proxy-token.ts'
import { type Serving, serveProxy } from './serve.ts'

export interface OpenProxyOptions {
  readonly upstream: string
  readonly port: number
  readonly host?: string
  readonly tell?: (passage: Passage) => void
  readonly tellBody?: (content: Content) => void
  /** Learning failed; the request passed. */
  readonly onError: (error: Error) => void
}

/**
 * Serves the API of the upstream with the skills of a loop and of the users of its bank. Throws what `serveProxy` throws,
 * and `storage_unavailable` without a data folder.
 */
export async function openProxy(
  loop: SkillLoop,
  { onError, ...options }: OpenProxyOptions,
): Promise<Serving & { readonly tokenFile: string }> {
  const { file: tokenFile, secret } = proxySecret(loop.upkeep.config)
  const companion = createCompanion({ loopOf: userLoops(loop), onError })
  const serving = await serveProxy({ ...options, secret, companion })
  return {
    ...serving,
    tokenFile,
    async [Symbol.asyncDispose]() {
      await serving[Symbol.asyncDispose]()
      await companion.settled()
    },
  }
}

/** Users whose loops are remembered; beyond it the longest known is looked up anew. */
const MOST = 1_000

/** The loop of each user of a bank, and the main loop for requests without a user. */
export function userLoops(loop: SkillLoop): (user: string | undefined) => Promise<UserLoop> {
  const known = new Map<string, UserLoop>()
  return async (user) => {
    if (user === undefined) return loop
    const found = known.get(user) ?? (await loop.bank.of(user))
    known.set(user, found)
    const [oldest] = known.keys()
    if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    return found
  }
}
