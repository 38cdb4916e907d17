import { askedText } from '../grouping/asked.ts'
import { asData, oneLine } from './as-data.ts'

/** A request as it is shown: `id` stands for it in answers, and is the same in every question. */
export interface ShownRequest {
  readonly id: string
  readonly turnId: string
  /** Unix ms. */
  readonly at: number
  readonly sessionId: string
  readonly text: string
}

interface KnownTask {
  readonly name: string
  readonly description: string
  readonly isRejected: boolean
}

/** The text of one question: requests with their ids and sessions, oldest first, and the tasks that are known. */
export function recurringText(requests: readonly ShownRequest[], known: readonly KnownTask[]): string {
  const sessions = new Map<string, string>()
  for (const { sessionId } of requests) if (!sessions.has(sessionId)) sessions.set(sessionId, `s${sessions.size + 1}`)
  const lines = requests.map((one) => `${one.id} ${sessions.get(one.sessionId)} ${lineOf(one)}`)
  const skills = known.map(
    ({ name, description, isRejected }) =>
      `- ${asData(name)}${isRejected ? ' (rejected)' : ''}: ${asData(oneLine(description).slice(0, MAX_DESCRIPTION))}`,
  )
  return [
    `<skills_there_are>\n${skills.length === 0 ? 'none' : skills.join('\n')}\n</skills_there_are>`,
    `<requests columns="id, session, request">\n${lines.join('\n')}\n</requests>`,
  ].join('\n\n')
}

/** Requests in parts of at most `room` characters, in their order. One part, unless there are very many. */
export function inParts(requests: readonly ShownRequest[], room = MAX_ROOM): readonly (readonly ShownRequest[])[] {
  const parts: ShownRequest[][] = []
  let left = 0
  for (const one of requests) {
    const size = lineOf(one).length + ID_AND_SESSION
    if (size > left || parts.length === 0) {
      parts.push([])
      left = room
    }
    parts.at(-1)?.push(one)
    left -= size
  }
  return parts
}

const lineOf = ({ text }: ShownRequest): string => {
  const said = oneLine(askedText(text))
  return asData(said.length > MAX_REQUEST ? `${said.slice(0, MAX_REQUEST)} […]` : said)
}

/** Characters of a request: in real ones the task is named by then. */
const MAX_REQUEST = 240
const MAX_DESCRIPTION = 160
const ID_AND_SESSION = 14
/** Characters of requests in one call, some 25,000 tokens. */
const MAX_ROOM = 90_000
