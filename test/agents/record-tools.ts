import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentHome } from './agent-home.ts'
import { driverOf } from './drivers/drivers.ts'
import type { Installed } from './installation.ts'

/** Where the lists of tools lie, one file a program. */
export const TOOL_LISTS = join(import.meta.dirname, '..', 'fixtures', 'tools')

/** What a program offered to its model in one run without a window. */
export interface ToolList {
  readonly agent: string
  readonly package: string
  readonly version: string
  readonly recorded: string
  readonly tools: readonly string[]
}

/** Runs a program once against the scripted model, and keeps the names of the tools in its request. Throws where none came. */
export async function recordTools(ready: Installed, recorded: string): Promise<ToolList> {
  const { agent, package: name, version, binary } = ready.program
  const home = new AgentHome(ready, driverOf(agent), '')
  try {
    await home.open(false)
    const ended = await home.run({ prompt: 'say which tools you have', steps: [] })
    const tools = [...new Set(home.model.requests.flatMap((request) => request.tools.map((tool) => tool.name)))].sort()
    if (tools.length === 0) throw new Error(`${agent} ${version} sent no tools: ${ended.stderr.slice(-500)}`)
    const list: ToolList = { agent, package: name, version, recorded, tools }
    mkdirSync(TOOL_LISTS, { recursive: true })
    writeFileSync(join(TOOL_LISTS, `${binary}-${version}.json`), `${JSON.stringify(list, null, 2)}\n`)
    return list
  } finally {
    await home.close()
  }
}
