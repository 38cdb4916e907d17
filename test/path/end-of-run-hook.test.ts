import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundled } from '../bundled.ts'
import { finished, Home, REVIEW, turn } from '../cli/command-line.ts'

const HOOK = await bundled(join(import.meta.dirname, 'end-of-run-hook.ts'))

/** Runs the hook as an agent would that imports it: a process of its own, over the built package. */
function agent(home: Home, script: string) {
  const code = `import { endOfRun, hintFor } from ${JSON.stringify(HOOK)}\n${script}`
  const args = ['--input-type=module', '--eval', code]
  return finished(spawn(process.execPath, args, { env: home.env(), cwd: home.work }))
}

const runs = (ids: readonly string[]) => {
  const turns = ids.map((id) => {
    const { user_input: userInput, session_id: sessionId, prompt_id: promptId, outcome } = turn(REVIEW, id)
    return { userInput, sessionId, promptId, outcome }
  })
  return `for (const turn of ${JSON.stringify(turns)}) console.log(await endOfRun(turn))`
}

it('learns over processes, and offers what was learned', async () => {
  const home = new Home()
  const folder = join(home.skills, 'auto-branch-changes-review')
  expect(await agent(home, runs(['1', '2']))).toMatchObject({ code: 0, stdout: 'undefined\nundefined\n', stderr: '' })
  expect(await agent(home, runs(['3']))).toMatchObject({ code: 0, stdout: `${folder}\n`, stderr: '' })
  const asked = await agent(home, "console.log(await hintFor('please review my branch', 's', 'p'))")
  expect(asked.stdout).toContain(`"auto-branch-changes-review"`)
  expect(asked.stdout).toContain(join(folder, 'SKILL.md'))
})

it('never throws into the host, whatever it is given and whatever fails', async () => {
  const home = new Home()
  writeFileSync(home.config, 'a file where the configuration folder should be')
  const script = `
    for (const turn of [undefined, null, 7, {}, { userInput: 5 }, { userInput: 'x', toolCalls: 3 }, { userInput: 'x', timestamp: 'z' }])
      await endOfRun(turn)
    for (const text of [undefined, 7, '', 'x'.repeat(1e6)]) await hintFor(text)
    ${runs(['1', '2', '3'])}
    console.log('still here')`
  const { code, stdout } = await agent(home, script)
  expect(code).toBe(0)
  expect(stdout).toMatch(/still here\n$/)
})
