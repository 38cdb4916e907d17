import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { AgentHome, AgentRun } from '../agent-home.ts'
import { endGroup } from '../run-process.ts'
import type { Ending } from './broken-off.ts'

/** Asks OpenCode's own server for a run, and to abort it once it is there. */
export async function abortByServer(home: AgentHome, run: AgentRun, isThere: () => boolean): Promise<Ending> {
  home.model.play({ marks: [run.prompt], steps: run.steps })
  let finding: Ending = {}
  let work: Promise<void> | undefined
  await home.start(['serve', '--hostname', '127.0.0.1', '--port', '0'], (child) => {
    work = abort(child, run.prompt, isThere)
      .catch((error: unknown) => {
        finding = { failed: (error as Error).message }
      })
      .finally(() => endGroup(child))
  })
  await work
  return finding
}

async function abort(child: ChildProcess, prompt: string, isThere: () => boolean): Promise<void> {
  const base = await addressOf(child)
  const post = (path: string, body: object) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(STEP_MS),
    })
  const { id } = (await (await post('/session', {})).json()) as { id: string }
  const answer = post(`/session/${id}/message`, { parts: [{ type: 'text', text: prompt }] }).catch(() => undefined)
  for (const end = Date.now() + STEP_MS; !isThere(); await wait(50))
    if (Date.now() > end) throw new Error('the run never came to where it was to be aborted')
  await post(`/session/${id}/abort`, {})
  await answer
  // The plugin is told of the end, and tells the program.
  await wait(PLUGIN_MS)
}

const STEP_MS = 80_000
const PLUGIN_MS = 4_000

/** Where the server listens, as it prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  for (const end = Date.now() + STEP_MS; Date.now() < end; await wait(50)) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    if (found !== undefined) return found
  }
  throw new Error('the server did not say where it listens')
}
