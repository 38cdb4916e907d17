import { type FileHandle, open } from 'node:fs/promises'
import { LineSplitter } from '../domain/line-splitter.ts'
import { type Fields, isFields } from '../transcript/reader.ts'

type Engine = 'claude-code' | 'codex' | 'gemini' | 'qwen' | 'pi' | 'openai-chat'

/** Bytes and lines at the start of a file that are looked at. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINES = 40

/** The engine that wrote a file, by the shape of its first entries; undefined when it looks like none of them. */
export async function detectEngine(path: string): Promise<Engine | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    if (!(await file.stat()).isFile()) return undefined
    return await sniff(file)
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

async function sniff(file: FileHandle): Promise<Engine | undefined> {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_BYTES)
  let offset = 0
  let seen = 0
  let start = ''
  while (offset < MAX_BYTES && seen < MAX_LINES) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
    if (start === '') start = chunk.subarray(0, bytesRead).toString('utf8')
    const rest = bytesRead === 0 ? splitter.rest() : undefined
    const lines = rest === undefined ? splitter.push(chunk.subarray(0, bytesRead)) : [rest]
    for (const line of lines) {
      if (line.kind !== 'text') continue
      const engine = engineOf(line.text)
      if (engine !== undefined) return engine
      if (++seen >= MAX_LINES) break
    }
    if (bytesRead === 0) break
    offset += bytesRead
  }
  return engineOfDocument(start)
}

function engineOf(line: string): Engine | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) {
    const [first]: unknown[] = value
    const messages = Array.isArray(first) ? first : isFields(first) && !isChatMessage(first) ? chatList(first) : value
    return messages.some(isChatMessage) ? 'openai-chat' : undefined
  }
  if (!isFields(value)) return undefined
  return MARKS.find(([, fits]) => fits(value))?.[0]
}

/** What only one engine writes, most telling first. */
const MARKS: readonly (readonly [Engine, (entry: Fields) => boolean])[] = [
  ['codex', (entry) => isFields(entry.payload) && CODEX.has(String(entry.type))],
  ['codex', (entry) => /^(?:thread|turn|item)\.[a-z_]+$/.test(String(entry.type))],
  ['gemini', (entry) => typeof entry.projectHash === 'string' && typeof entry.sessionId === 'string'],
  ['gemini', (entry) => '$rewindTo' in entry || entry.type === 'gemini'],
  ['qwen', (entry) => isFields(entry.message) && Array.isArray(entry.message.parts)],
  ['pi', (entry) => entry.type === 'session' && typeof entry.id === 'string' && typeof entry.cwd === 'string'],
  ['pi', (entry) => entry.type === 'message' && isFields(entry.message) && typeof entry.message.role === 'string'],
  ['claude-code', (entry) => CLAUDE.has(String(entry.type)) && isFields(entry.message) && 'content' in entry.message],
  ['claude-code', (entry) => entry.type === 'file-history-snapshot' || entry.type === 'queue-operation'],
  ['claude-code', (entry) => entry.type === 'summary' && typeof entry.leafUuid === 'string'],
  ['openai-chat', isChatMessage],
  ['openai-chat', (entry) => chatList(entry).some(isChatMessage)],
]

const CODEX: ReadonlySet<string> = new Set(['session_meta', 'turn_context', 'event_msg', 'response_item', 'compacted'])
const CLAUDE: ReadonlySet<string> = new Set(['user', 'assistant'])
const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

function isChatMessage(value: unknown): boolean {
  return isFields(value) && ROLES.has(value.role) && ('content' in value || 'tool_calls' in value)
}

const chatList = (entry: Fields): readonly unknown[] => {
  const list = entry.messages ?? entry.traj ?? (isFields(entry.request) ? entry.request.messages : undefined)
  return Array.isArray(list) ? list : []
}

/** A JSON document over many lines, or one very long line, by the keys at its start. */
function engineOfDocument(start: string): Engine | undefined {
  if (!/^[\uFEFF\s]*[[{]/.test(start)) return undefined
  if (/"projectHash"\s*:/.test(start) && /"sessionId"\s*:/.test(start)) return 'gemini'
  return /"role"\s*:\s*"(?:system|developer|user|assistant)"/.test(start) && !/"parts"\s*:/.test(start)
    ? 'openai-chat'
    : undefined
}
