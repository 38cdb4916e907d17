import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { times } from '../long.ts'
import { scratch } from '../scratch.ts'
import { Home } from './home.ts'

/** What was asked, and the commands of the run. */
interface Asked {
  readonly request: string
  readonly commands: readonly string[]
}

const TASKS: readonly Asked[] = [
  { request: 'review the changes on the branch', commands: ['git diff main', 'npm test', 'npm run lint'] },
  { request: 'fix the failing lint errors', commands: ['npm run lint', 'node tools/fix.js', 'npm run lint'] },
  { request: 'publish the package docs', commands: ['make docs', 'node tools/publish.js --docs'] },
]
const asked = fc.record({ task: fc.constantFrom(...TASKS), more: fc.constantFrom('git status', 'ls', 'make dist') })

/** One session of Claude Code with the turns from one place of a history to another, a minute apart. */
function session(history: readonly Asked[], from: number, to: number): string {
  const file = join(scratch(), 'session.jsonl')
  const lines = history.slice(from, to).flatMap(({ request, commands }, n) => {
    const i = from + n
    const at = { sessionId: `s${i}`, cwd: '/shop', timestamp: new Date(Date.UTC(2026, 0, 5, 0, i)).toISOString() }
    const line = (role: 'user' | 'assistant', uuid: string, content: string | readonly object[]) => {
      return { type: role, uuid: `${uuid}-${i}`, ...at, message: { role, content } }
    }
    const calls = commands.flatMap((command, k) => [
      line('assistant', `c${k}`, [{ type: 'tool_use', id: `t${i}-${k}`, name: 'Bash', input: { command } }]),
      line('user', `r${k}`, [{ type: 'tool_result', tool_use_id: `t${i}-${k}`, content: 'ok' }]),
    ])
    return [line('user', 'u', request), ...calls, line('assistant', 'a', [{ type: 'text', text: 'Ok.' }])]
  })
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** The skills that come of a history that is read in batches of these sizes, and of the rest. */
async function skillsOf(history: readonly Asked[], sizes: readonly number[]) {
  const home = new Home()
  await using loop = await home.open()
  let from = 0
  for (const size of [...sizes, history.length]) {
    const to = Math.min(history.length, from + size)
    if (to > from) await loop.upkeep.import('claude-code', session(history, from, to))
    from = to
  }
  const skills = await loop.review.skills()
  return await Promise.all(
    skills.map(async ({ name, status, evidenceCount }) => {
      const { evidence = [] } = (await loop.review.versions(name)).at(-1) ?? {}
      // An id begins with the time of its turn.
      const turns = evidence.map((id) => id.slice(0, 13))
      return { name, status, evidenceCount, turns, text: readFileSync(join(home.skills, name, 'SKILL.md'), 'utf8') }
    }),
  )
}

// Only where no draft says less than one before it: such a one waits as a proposal beside the head, and which heads there
// were between depends on the batches.
it('tasks of settled commands come to the same skills, evidence and texts, whatever the batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 12, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
      async (all, sizes) => {
        const history = all.map(({ task, more }) => ({ ...task, commands: [...task.commands, more] }))
        expect(await skillsOf(history, sizes)).toEqual(await skillsOf(history, []))
      },
    ),
    { numRuns: times(3, 200) },
  )
})
