/**
 * The part of OpenCode's plugin that makes a turn from the messages of a session, as JavaScript: `lastTurn(messages,
 * session, fault)`; `fault` is the error of the last `session.error` since the prompt. On an error OpenCode sends
 * `session.error` and `session.idle`, then writes the error into the message and sends `session.idle` again.
 */
export const TURN_SOURCE = `
const textOf = (parts) =>
  parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text).join('\\n').trim()

/** "opencode run" puts a prompt of several words into quotes. */
const unquoted = (text) => /^"(?:[^"\\\\]|\\\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\\\"/g, '"').trim() : text

/** What OpenCode writes for a call that the user or a rule did not allow, and for one that was broken off. */
const DENIED = /rejected permission|specified a rule which prevents you|permission (?:was )?(?:denied|rejected)/i
const ABORTED = /^(?:tool execution )?aborted|^the user aborted|^user aborted/i

const isDenied = ({ state }) => state.status === 'error' && DENIED.test(String(state.error ?? '').slice(0, 400))

/** Whether a call worked; null where that is unknown, such as an interrupted command without an exit status. */
const outcomeOf = (part) => {
  const { status, error, metadata, output } = part.state
  if (status === 'error') return isDenied(part) || ABORTED.test(String(error ?? '').slice(0, 400)) ? null : false
  if (status !== 'completed') return null
  if (metadata?.exit === null) return /exceed(?:ed|ing) timeout/.test(String(output ?? '').slice(-2000)) ? false : null
  return !(metadata?.exit > 0 || metadata?.exit < 0)
}

/** A tool call as "wayland-core observe" takes it. */
const callOf = (part) => ({
  name: part.tool,
  input: part.state.input ?? {},
  ok: outcomeOf(part),
  ...(Number.isInteger(part.state.metadata?.exit) ? { exit_code: part.state.metadata.exit } : {}),
  ...(part.state.error ? { error: String(part.state.error) } : {}),
})

/** How the run ended. One that has neither an error nor a last answer stands in its middle. */
const endOf = (last, tools, fault) => {
  const isOver = last?.finish ? !/^(?:tool-calls|unknown)$/.test(last.finish) : last?.time?.completed > 0
  const error = last?.error ?? (isOver ? undefined : fault)
  if (error) return error.name === 'MessageAbortedError' ? 'interrupted' : 'error'
  const final = tools.at(-1)
  if (final && isDenied(final)) return 'denied'
  if (!isOver) return 'interrupted'
  return last.finish && last.finish !== 'stop' ? last.finish : 'end_turn'
}

/** The last request of a session with all that was done for it. */
const lastTurn = (messages, session, fault) => {
  const at = messages.findLastIndex(({ info, parts }) => info.role === 'user' && textOf(parts) !== '')
  if (at < 0) return undefined
  const answers = messages.slice(at + 1).filter(({ info }) => info.role === 'assistant')
  const tools = answers.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool'))
  return {
    engine: 'opencode',
    user_input: unquoted(textOf(messages[at].parts)),
    stop_reason: endOf(answers.at(-1)?.info, tools, fault),
    session_id: session.id,
    prompt_id: messages[at].info.id,
    project_dir: session.directory,
    turns: answers.length,
    tool_calls: tools.map(callOf),
  }
}
`
