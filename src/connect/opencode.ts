import { join } from 'node:path'
import type { Program } from './engine.ts'
import { pluginEngine } from './plugin-file.ts'

/** OpenCode, which has neither hooks nor session files to read: a plugin gives its turns to `observe` and asks `route`. */
export const opencode = pluginEngine({
  name: 'opencode',
  label: 'OpenCode',
  binary: 'opencode',
  package: 'opencode-ai',
  file: (place) =>
    join(place.scope === 'user' ? place.folders.opencode : join(place.dir, '.opencode'), 'plugins', 'wayland-core.js'),
  source,
  notes: ['Sessions that are open take the plugin up when OpenCode is started again.'],
})

function source({ node, main }: Program): string {
  return `// Written by "wayland-core install opencode"; "wayland-core uninstall opencode" removes it.
import { spawn } from 'node:child_process'

const NODE = ${JSON.stringify(node)}
const MAIN = ${JSON.stringify(main)}

/** Runs the program and gives what it printed within the time; whatever goes wrong is no concern of the agent. */
const run = (words, input, milliseconds) =>
  new Promise((resolve) => {
    let printed = ''
    const child = spawn(NODE, [MAIN, ...words], { stdio: ['pipe', 'pipe', 'ignore'] })
    const timer = setTimeout(() => { child.kill(); resolve('') }, milliseconds)
    child.on('error', () => { clearTimeout(timer); resolve('') })
    child.on('close', () => { clearTimeout(timer); resolve(printed) })
    child.stdout.on('data', (chunk) => { printed += chunk })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })

const textOf = (parts) =>
  parts.filter(({ type, synthetic }) => type === 'text' && !synthetic).map(({ text }) => text).join('\\n').trim()

/** A tool call as "wayland-core observe" takes it; only one that has ended is known to have worked or not. */
const callOf = ({ tool, state }) => {
  const exit = state.metadata?.exit
  const ok = state.status === 'error' ? false : state.status === 'completed' ? !(exit > 0) : null
  return {
    name: tool,
    input: state.input ?? {},
    ok,
    ...(Number.isInteger(exit) ? { exit_code: exit } : {}),
    ...(state.error ? { error: String(state.error) } : {}),
  }
}

/** The last request of a session with all that was done for it. */
const lastTurn = (messages, session) => {
  const at = messages.findLastIndex(({ info, parts }) => info.role === 'user' && textOf(parts) !== '')
  if (at < 0) return undefined
  const answers = messages.slice(at + 1).filter(({ info }) => info.role === 'assistant')
  const error = answers.at(-1)?.info.error
  const broken = error?.name === 'MessageAbortedError' ? 'interrupted' : error ? 'error' : undefined
  return {
    engine: 'opencode',
    user_input: textOf(messages[at].parts),
    stop_reason: broken ?? (answers.length === 0 ? 'interrupted' : 'end_turn'),
    session_id: session.id,
    prompt_id: messages[at].info.id,
    project_dir: session.directory,
    turns: answers.length,
    tool_calls: answers.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool').map(callOf)),
  }
}

export const WaylandCore = async ({ client, directory }) => ({
  'chat.message': async (_input, output) => {
    try {
      const text = textOf(output.parts)
      if (text === '') return
      const { id, sessionID } = output.message
      const printed = await run(['route', '--json', '--engine', 'opencode', '--dir', directory, '--session', sessionID, '--prompt', id, '--', text.slice(0, 8000)], '', 5000)
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
    if (event.type !== 'session.idle') return
    try {
      const path = { id: event.properties.sessionID }
      const { data: session } = await client.session.get({ path })
      // A session inside another one is part of that one's turn.
      if (session.parentID) return
      const { data: messages } = await client.session.messages({ path })
      const turn = lastTurn(messages, session)
      if (turn !== undefined) await run(['observe'], JSON.stringify(turn) + '\\n', 30000)
    } catch {}
  },
})
`
}
