import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { tokenIn } from '../platform/bearer-token.ts'
import { whyForeign } from '../platform/own-folder.ts'

/** The proxy's own token and its file, in the data folder of all users. Throws `storage_unavailable` without one. */
export function proxySecret({ mainData }: Pick<Config, 'mainData'>): {
  readonly file: string
  readonly secret: string
} {
  if (mainData === null || !existsSync(mainData) || whyForeign(mainData) !== undefined)
    throw new WaylandError('storage_unavailable', 'the token of the proxy needs a data folder of your own')
  const file = join(mainData, 'proxy-token')
  return { file, secret: tokenIn(file) }
}
