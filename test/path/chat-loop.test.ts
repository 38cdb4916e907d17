import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundled } from '../bundled.ts'
import { finished, Home } from '../cli/command-line.ts'

const CHAT = await bundled(join(import.meta.dirname, 'chat-loop.ts'))

/** Runs the chat as a server would that imports it: a process of its own, over the built package. */
function chat(home: Home, script: string) {
  const model = `const model = async (messages) => messages.map(({ role, content }) => role + ': ' + content).join('\\n')`
  const code = `import { answer } from ${JSON.stringify(CHAT)}\n${model}\n${script}`
  return finished(spawn(process.execPath, ['--input-type=module', '--eval', code], { env: home.env(), cwd: home.work }))
}

const ask = (user: string, session: string, text: string) =>
  `console.log((await answer('${user}', '${session}', [{ role: 'user', content: '${text}' }], model)).content)`

it('learns what a user asks for again and again, and puts it before the model for that user alone', async () => {
  const home = new Home()
  const wish = 'write the weekly report in Spanish'
  const three = ['a', 'b', 'c'].map((session) => ask('anna', session, wish)).join('\n')
  expect(await chat(home, three)).toMatchObject({ code: 0, stderr: '', stdout: `user: ${wish}\n`.repeat(3) })
  const later = await chat(home, `${ask('anna', 'd', wish)}\n${ask('bert', 'e', wish)}`)
  expect(later).toMatchObject({ code: 0, stderr: '' })
  expect(later.stdout).toMatch(/^system: Skills that may fit the request/)
  expect(later.stdout.split('system: ')).toHaveLength(2)
  expect(later.stdout.trimEnd().split('\n').at(-1)).toBe(`user: ${wish}`)
})
