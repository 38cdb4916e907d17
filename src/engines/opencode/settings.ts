import { join } from 'node:path'
import type { Program } from '../../connect/agent-settings.ts'
import { pluginSettings } from '../../connect/plugin-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

/** OpenCode has neither hooks nor readable session files: a plugin passes its turns to `observe` and asks `route`. */
export const settings = pluginSettings({
  name: 'opencode',
  about: {
    user: '`~/.config/opencode/plugins/wayland-core.js`',
    project: '`.opencode/plugins/wayland-core.js`',
    limits: 'a tool call counts as failed only where OpenCode says so',
  },
  // Seen: 1.0.185 looks into `plugin` alone, 1.1.11 into `plugins` too.
  since: '1.1.11',
  // Seen with 1.1.11 and 1.1.65; 1.2.1 waits for what a plugin does, and has a database of its sessions.
  lacks: [{ since: '1.2.1', what: 'may end "opencode run" before it is recorded, and keeps nothing to import' }],
  file: (place) => join(ownFolder(place, 'opencode'), 'plugins', 'wayland-core.js'),
  source,
  notes: ['Sessions that are open take the plugin up when OpenCode is started again.'],
})

function source({ node, main }: Program): string {
  return `// Written by "wayland-core install opencode"; "wayland-core uninstall opencode" removes it.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NODE = ${JSON.stringify(node)}
const MAIN = ${JSON.stringify(main)}

/** What the program says to this prompt, within the time; whatever goes wrong is no concern of the agent. */
const ask = (words, prompt, milliseconds) =>
  new Promise((resolve) => {
    let printed = ''
    const child = spawn(NODE, [MAIN, ...words], { stdio: ['pipe', 'pipe', 'ignore'] })
    const timer = setTimeout(() => { child.kill(); resolve('') }, milliseconds)
    child.on('error', () => { clearTimeout(timer); resolve('') })
    child.on('close', () => { clearTimeout(timer); resolve(printed) })
    child.stdout.on('data', (chunk) => { printed += chunk })
    child.stdin.on('error', () => {})
    child.stdin.end(prompt)
  })

/**
 * Hands a turn to the program, until it has taken it. OpenCode waits for no plugin when it ends: the program has a group
 * of processes of its own, and reads a file that is whole and has no name any more, where a pipe would be cut.
 */
const give = (turn) => {
  const folder = mkdtempSync(join(tmpdir(), 'wayland-core-'))
  try {
    writeFileSync(join(folder, 'turn'), JSON.stringify(turn) + '\\n', { mode: 0o600 })
    const input = openSync(join(folder, 'turn'), 'r')
    try {
      const child = spawn(NODE, [MAIN, 'observe'], { stdio: [input, 'ignore', 'ignore'], detached: true, windowsHide: true })
      child.unref()
      return new Promise((resolve) => child.on('error', resolve).on('close', resolve))
    } finally {
      closeSync(input)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
${TURN_SOURCE}
/** What went wrong in a session since its prompt, and the turns of it that were given last: each state of them is given once. */
const faults = new Map()
const given = new Map()

export const WaylandCore = async ({ client, directory }) => ({
  'chat.message': async (_input, output) => {
    try {
      const text = unquoted(textOf(output.parts))
      if (text === '') return
      const { id, sessionID } = output.message
      faults.delete(sessionID)
      const words = ['route', '--json', '--engine', 'opencode', '--project', directory, '--session', sessionID, '--prompt', id, '-']
      const printed = await ask(words, text.slice(0, 8000), 5000)
      const hint = printed === '' ? undefined : JSON.parse(printed).pick?.hint
      if (!hint) return
      output.parts.push({
        id: 'prt_wayland' + id.replace(/^msg_/, ''),
        sessionID,
        messageID: id,
        type: 'text',
        synthetic: true,
        text: hint,
      })
    } catch {}
  },
  event: async ({ event }) => {
    const { sessionID, error } = event.properties ?? {}
    if (event.type === 'session.error' && sessionID && error) faults.set(sessionID, error)
    if (event.type !== 'session.idle') return
    try {
      const path = { id: sessionID }
      const { data: session } = await client.session.get({ path })
      // A session inside another one is part of that one's turn.
      if (session.parentID) return
      const { data: messages } = await client.session.messages({ path })
      const turns = lastTurns(messages, session, faults.get(sessionID))
      const state = turns.map((turn) => [turn.prompt_id, turn.stop_reason, turn.turns, ...turn.tool_calls.map(({ ok }) => ok)].join()).join(' ')
      if (given.get(sessionID) === state) return
      given.set(sessionID, state)
      for (const turn of turns) await give(turn)
    } catch {}
  },
})
`
}

/**
 * The part of OpenCode's plugin that makes turns from the messages of a session, as JavaScript: `lastTurns(messages,
 * session, fault)`; `fault` is the error of the last `session.error` since the prompt. On an error OpenCode sends
 * `session.error` and `session.idle`, then writes the error into the message and sends `session.idle` again. Between requests
 * of which the next was typed while it worked on the one before, it sends none.
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
  const { status, title, error, metadata, output } = part.state
  if (status === 'error') return isDenied(part) || ABORTED.test(String(error ?? '').slice(0, 400)) ? null : false
  if (status !== 'completed') return null
  if (title === 'Invalid Tool') return false
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

/** Why a message ended where the run went on. */
const GOES_ON = /^(?:tool-calls|unknown)$/

/** How the run ended. One that has neither an error nor a last answer stands in its middle. */
const endOf = (last, tools, fault) => {
  const isOver = last?.finish ? !GOES_ON.test(last.finish) : last?.time?.completed > 0
  const error = last?.error ?? (isOver ? undefined : fault)
  if (error) return error.name === 'MessageAbortedError' ? 'interrupted' : 'error'
  const final = tools.at(-1)
  if (final && isDenied(final)) return 'denied'
  if (!isOver) return 'interrupted'
  return last.finish && last.finish !== 'stop' ? last.finish : 'end_turn'
}

/** A shell command of the person's own, which no request began: its call stands in an answer to this message. */
const isOwnCommand = ({ parts }) => parts.some(({ text, synthetic }) => synthetic && text === 'The following tool was executed by the user')

/**
 * The last request of a session with all that was done for it, after those that it waited for. What was typed while the run
 * went on belongs to the request before.
 */
const lastTurns = (messages, session, fault) => {
  const own = new Set(messages.filter(isOwnCommand).map(({ info }) => info.id))
  const turns = []
  let last
  for (const message of messages) {
    const { role, parentID, time } = message.info
    const turn = turns.at(-1)
    if (role === 'assistant' && !own.has(parentID)) {
      turn?.answers.push(message)
      last = message.info
    } else if (role === 'user' && textOf(message.parts) !== '') {
      const waited = last?.time?.completed > time?.created
      if (waited && (GOES_ON.test(last.finish) || turn.answers.length === 0)) turn.typed.push(message)
      else turns.push({ typed: [message], answers: [], waited })
    }
  }
  return turns
    .slice(turns.findLastIndex(({ waited }) => !waited))
    .map((turn) => turnOf(turn, session, turn === turns.at(-1) ? fault : undefined))
}

const turnOf = ({ typed, answers }, session, fault) => {
  const tools = answers.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool'))
  return {
    engine: 'opencode',
    user_input: typed.map(({ parts }) => unquoted(textOf(parts))).join('\\n\\n'),
    stop_reason: endOf(answers.at(-1)?.info, tools, fault),
    session_id: session.id,
    prompt_id: typed[0].info.id,
    project_dir: session.directory,
    turns: answers.length,
    tool_calls: tools.map(callOf),
  }
}
`
