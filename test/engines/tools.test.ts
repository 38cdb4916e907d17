import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENGINES, engineOfClient, findEngine, toolTable, WITH_TOOLS } from '../../src/engines/engines.ts'
import { keptLists, TOOL_LISTS, type ToolList } from '../agents/record-tools.ts'

const LISTS = keptLists(readdirSync(TOOL_LISTS).filter((name) => name.endsWith('.json')))
const namesOf = ({ tools, deferred }: ToolList) => [...tools, ...deferred]

describe.each(WITH_TOOLS)('the tools of %s', (engine) => {
  const seenWorking = findEngine(engine)?.program?.seenWorking

  it('are those that its program listed to a model, in the version that it is known with', () => {
    const table = toolTable(engine)
    const now = LISTS.find(({ agent, version }) => agent === engine && version === seenWorking)
    expect(Object.keys(table?.names ?? {}).sort()).toEqual(namesOf(now as ToolList).sort())
  })

  it('have as former names those that earlier versions alone listed', () => {
    const table = toolTable(engine)
    const earlier = LISTS.filter(({ agent, version }) => agent === engine && version !== seenWorking)
    const gone = new Set(earlier.flatMap(namesOf).filter((name) => !Object.hasOwn(table?.names ?? {}, name)))
    expect(Object.keys(table?.former ?? {}).sort()).toEqual([...gone].sort())
  })

  it('have one for commands, for reading unless the shell does it, and for writing', () => {
    const purposes = Object.values(toolTable(engine)?.names ?? {}).flat()
    expect(purposes).toEqual(
      expect.arrayContaining(['shell', 'edit', 'write', ...(engine === 'codex' ? [] : ['read'])]),
    )
  })
})

it('are known of every agent that can be connected', () =>
  expect(WITH_TOOLS).toEqual(ENGINES.filter(({ program }) => program !== undefined).map(({ name }) => name)))

it.each([
  ['claude-code', 'claude-code'],
  ['codex-mcp-client', 'codex'],
  ['gemini-cli-mcp-client', 'gemini'],
  ['qwen-cli-mcp-client-wayland-core', 'qwen'],
  ['opencode', 'opencode'],
  ['another-client', undefined],
])('knows the client of MCP "%s" as %s', (client, engine) => expect(engineOfClient(client)).toBe(engine))
