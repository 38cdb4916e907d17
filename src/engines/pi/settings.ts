import { dirname, join } from 'node:path'
import type { Program } from '../../connect/agent-settings.ts'
import { pluginSettings } from '../../connect/plugin-settings.ts'
import { ownFolder } from '../../connect/settings-file.ts'

/** pi has no hooks of its own: an extension sends its events to `wayland-core hook pi`. */
export const settings = pluginSettings({
  name: 'pi',
  about: {
    user: '`~/.pi/agent/extensions/wayland-core.ts`',
    project: '`.pi/extensions/wayland-core.ts`',
    limits: 'what runs with `--no-session` leaves nothing to read; before 0.54 it finds no promoted skill',
  },
  // By its change log, hooks became extensions with 0.35.0.
  since: '0.35.0',
  // Seen with 0.52.12, and by its change log: before, a promoted skill that is copied there is listed nowhere.
  lacks: [{ since: '0.54.0', what: 'records, and reads no skills from ~/.agents/skills' }],
  file: (place) => join(ownFolder(place, 'pi'), 'extensions', 'wayland-core.ts'),
  source,
  notes: ['Sessions that are open take the extension up with /reload.'],
})

function source({ node, main, platform, socket = '' }: Program): string {
  // As where an agent runs commands: a running daemon is asked without a start of Node, where there is a shell.
  const before = platform === 'win32' ? [] : ['sh', join(dirname(main), 'hook.sh'), socket]
  return `// Written by "wayland-core install pi"; "wayland-core uninstall pi" removes it.
import { spawn } from 'node:child_process'

const NODE = ${JSON.stringify(node)}
const MAIN = ${JSON.stringify(main)}
const [PROGRAM, ...WORDS] = [...${JSON.stringify(before)}, NODE, MAIN, 'hook', 'pi']

/** Hands an event over and gives what was answered within the time; whatever goes wrong is no concern of the agent. */
const hook = (event, payload, milliseconds) =>
  new Promise((resolve) => {
    let answer = ''
    const child = spawn(PROGRAM, [...WORDS, event], { stdio: ['pipe', 'pipe', 'ignore'] })
    const timer = setTimeout(() => { child.kill(); resolve('') }, milliseconds)
    child.on('error', () => { clearTimeout(timer); resolve('') })
    child.on('close', () => { clearTimeout(timer); resolve(answer) })
    child.stdout.on('data', (chunk) => { answer += chunk })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...payload }))
  })

export default function (pi) {
  const session = (ctx) => ({
    session_id: ctx.sessionManager.getSessionId(),
    transcript_path: ctx.sessionManager.getSessionFile() ?? null,
    cwd: ctx.cwd,
  })
  const said = (event, milliseconds, payload) => async (what, ctx) => {
    try {
      return await hook(event, { ...session(ctx), ...payload?.(what) }, milliseconds)
    } catch {
      return ''
    }
  }
  const asked = said('before_agent_start', 5000, ({ prompt }) => ({ prompt }))
  pi.on('before_agent_start', async (event, ctx) => {
    const answer = await asked(event, ctx)
    if (answer.trim() === '') return undefined
    try {
      const { hint, news } = JSON.parse(answer)
      if (news && ctx.hasUI) ctx.ui.notify(news, 'info')
      return { message: { customType: 'wayland-core', content: hint, display: true } }
    } catch {
      return undefined
    }
  })
  const ended = said('agent_end', 10000)
  pi.on('agent_end', async (event, ctx) => { await ended(event, ctx) })
  const closed = said('session_shutdown', 3000)
  pi.on('session_shutdown', async (event, ctx) => { await closed(event, ctx) })
}
`
}
