import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSkillLoop } from '../../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../../src/app/skill-loop.ts'

const client = { name: 'fuzz', version: '1.0.0' }
/** What every request of the revision of 2026 carries. */
const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  },
}

const ASKED: readonly (readonly [string, object])[] = [
  ['tools/list', {}],
  ['tools/call', { name: 'find_skill', arguments: { task: 'bake a sourdough bread', top: 3 } }],
  ['tools/call', { name: 'load_skill', arguments: { name: 'bake', arguments: 'two loaves', decision_id: 'none' } }],
  ['tools/call', { name: 'report_outcome', arguments: { decision_id: 'none', outcome: 'success' } }],
  ['tools/call', { name: 'list_drafts', arguments: {} }],
  ['resources/list', {}],
  ['resources/read', { uri: 'skill://bake' }],
  ['prompts/list', { cursor: 'x' }],
  ['prompts/get', { name: 'bake', arguments: { arguments: 'two loaves' } }],
  ['subscriptions/listen', { notifications: { promptsListChanged: true } }],
]

const message = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params } })

/** What a client of the revisions before 2026 opens with. */
export const INITIALIZE = message(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: {} },
  clientInfo: client,
})

/** Messages as clients send them, of both revisions. */
export const MESSAGES: readonly string[] = [
  INITIALIZE,
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'x' } }),
  message(1, 'server/discover', MODERN),
  ...ASKED.map(([method, params], n) => message(n + 2, method, params)),
  ...ASKED.map(([method, params], n) => message(n + 40, method, { ...params, ...MODERN })),
]

export interface FuzzLoop extends AsyncDisposable {
  readonly loop: SkillLoop
  /**
   * Resolves when nothing that was asked of the loop is still at work. What a closed connection had asked for goes on, and
   * whoever opens the next one at once piles up work without end.
   */
  readonly idle: () => Promise<void>
}

/** A loop with one skill, in a folder of its own and without a database. */
export async function openFuzzLoop(): Promise<FuzzLoop> {
  const home = mkdtempSync(join(tmpdir(), 'wayland-fuzz-'))
  const skill = join(home, 'wayland-core', 'skills', 'bake')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: bake\ndescription: Bakes bread.\n---\n\nKnead $ARGUMENTS.\n')
  const loop = await openSkillLoop({ env: {}, settings: { 'config.dir': home, 'data.dir': null, seed: 7 } })
  const atWork = new Set<Promise<unknown>>()
  return {
    loop: new Proxy(loop, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          const result = Reflect.apply(member, target, given) as unknown
          if (!(result instanceof Promise)) return result
          const done = result.catch(() => {}).finally(() => atWork.delete(done))
          atWork.add(done)
          return result
        }
      },
    }),
    async idle() {
      while (atWork.size > 0) await Promise.all(atWork)
    },
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
