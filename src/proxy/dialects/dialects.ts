import { chat } from './chat.ts'
import type { Dialect } from './dialect.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'

/** How a path is read. */
export interface Spoken {
  readonly dialect: Dialect
  /** The request counts tokens only: no model answers it. */
  readonly counts: boolean
}

const DIALECTS: readonly Dialect[] = [chat, messages, responses]
const COUNT = '/count_tokens'

/** The dialect of a path; undefined for every other path of the upstream. */
export function dialectOf(path: string): Spoken | undefined {
  const [name = ''] = path.split('?', 1)
  const counts = name.endsWith(COUNT)
  const base = counts ? name.slice(0, -COUNT.length) : name
  const dialect = DIALECTS.find((one) => base.endsWith(one.path))
  return dialect === undefined ? undefined : { dialect, counts }
}
