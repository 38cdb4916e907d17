import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentHome } from './agent-home.ts'
import { driverOf } from './drivers/drivers.ts'
import type { Installed } from './installation.ts'

/** Where the lists of tools lie, one file a program. */
export const TOOL_LISTS = join(import.meta.dirname, '..', 'fixtures', 'tools')

/** What a program offered to its model in runs without a window. */
export interface ToolList {
  readonly agent: string
  readonly package: string
  readonly version: string
  readonly recorded: string
  /** Named with a schema in the body of the request. */
  readonly tools: readonly string[]
  /** Named in the text of the request, to be looked up by the model. */
  readonly deferred: readonly string[]
}

/**
 * Runs a program against the scripted model, and keeps the names of the tools in its requests. Throws where none came.
 */
export async function recordTools(ready: Installed, recorded: string): Promise<ToolList> {
  const { agent, package: name, version, binary } = ready.program
  const [tools, deferred] = [new Set<string>(), new Set<string>()]
  for (const model of ['scripted', ...(MORE_MODELS[agent] ?? [])]) {
    const home = new AgentHome(ready, withModel(driverOf(agent), model), '')
    try {
      await home.open(false)
      const ended = await home.run({ prompt: 'say which tools you have', steps: [] })
      const [request] = home.model.requests
      if (request === undefined) throw new Error(`${agent} ${version} sent no tools: ${ended.stderr.slice(-500)}`)
      for (const tool of request.tools) tools.add(tool.name)
      for (const tool of builtIn(request.text)) tools.add(tool)
      for (const tool of DEFERRED.exec(request.text)?.[1]?.split('\\n') ?? []) deferred.add(tool)
    } finally {
      await home.close()
    }
  }
  const list = { agent, package: name, version, recorded, tools: [...tools].sort(), deferred: [...deferred].sort() }
  mkdirSync(TOOL_LISTS, { recursive: true })
  writeFileSync(join(TOOL_LISTS, `${binary}-${version}.json`), `${JSON.stringify(list, null, 2)}\n`)
  return list
}

/** The lists that are kept for an agent, oldest version first. */
export const keptLists = (names: readonly string[]): readonly ToolList[] =>
  names.map((name) => JSON.parse(readFileSync(join(TOOL_LISTS, name), 'utf8')) as ToolList)

/** Codex offers its tool for patches to models of which it knows that they can use it. */
const MORE_MODELS: Readonly<Record<string, readonly string[]>> = { codex: ['gpt-5.5'] }

function withModel(driver: ReturnType<typeof driverOf>, model: string): ReturnType<typeof driverOf> {
  if (model === 'scripted') return driver
  const settings: typeof driver.settings = (where) =>
    Object.fromEntries(
      Object.entries(driver.settings(where)).map(([path, text]) => [
        path,
        text.replace('model = "scripted"', `model = "${model}"`),
      ]),
    )
  return { ...driver, settings }
}

/** Tools that the server of models brings itself: they have a type and no name. */
function builtIn(body: string): readonly string[] {
  const { tools } = JSON.parse(body) as {
    readonly tools?: readonly { readonly type?: string; readonly name?: string }[]
  }
  return (tools ?? []).flatMap(({ type, name }) => (name === undefined && type?.includes('_') ? [type] : []))
}

/** The list of Claude Code, in the JSON of a body: one name a line, up to an empty one. */
const DEFERRED =
  /deferred tools are now available via ToolSearch[^\\]{0,40}[^\n]{0,400}? before calling them:\\n((?:\w{1,60}\\n){0,100}\w{1,60})\\n\\n/
