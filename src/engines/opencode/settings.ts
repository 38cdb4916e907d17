import { join } from 'node:path'
import type { Program } from '../../connect/agent-settings.ts'
import { pluginSettings } from '../../connect/plugin-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'
import { TURN_SOURCE } from './plugin-turn.ts'

/** OpenCode has neither hooks nor readable session files: a plugin passes its turns to `observe` and asks `route`. */
export const settings = pluginSettings({
  name: 'opencode',
  about: {
    user: '`~/.config/opencode/plugins/wayland-core.js`',
    project: '`.opencode/plugins/wayland-core.js`',
    limits: 'a tool call counts as failed only where OpenCode says so',
  },
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
/** What went wrong in a session since its prompt, and the turn of it that was given last: each state of one is given once. */
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
      const turn = lastTurn(messages, session, faults.get(sessionID))
      if (turn === undefined) return
      const state = [turn.prompt_id, turn.stop_reason, turn.turns, ...turn.tool_calls.map(({ ok }) => ok)].join()
      if (given.get(sessionID) === state) return
      given.set(sessionID, state)
      await give(turn)
    } catch {}
  },
})
`
}
