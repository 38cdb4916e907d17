import type { SkillLoop } from '../app/skill-loop.ts'
import { createCompanion } from './companion.ts'
import type { Content, Passage } from './forward.ts'
import { proxySecret } from './proxy-token.ts'
import { type Serving, serveProxy } from './serve.ts'
import { userLoops } from './user-loops.ts'

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
