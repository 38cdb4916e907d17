import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHILD_MARK } from '../../src/domain/child-mark.ts'
import type { Headless } from '../../src/engines/headless.ts'
import { openAgentModel } from '../../src/model/agent.ts'
import type { ModelQuestion } from '../../src/model/language-model.ts'
import { scratch } from '../scratch.ts'
import { ANSWER, languageModelConformance } from './language-model-conformance.ts'

const QUESTION: ModelQuestion = {
  ...{ id: 'a'.repeat(32), purpose: 'probe', system: 'Answer.', input: 'What?', maxTokens: 10 },
  schema: { type: 'object' },
}
const { signal } = new AbortController()

/** A program that prints what it is given as its answer. */
const plain: Headless = {
  words: ({ answerFile }) => ['--into', answerFile],
  read: (output, file) =>
    output === '' && file === undefined ? undefined : { text: file ?? output, usage: 'unknown' },
}

/** An agent whose program is a script of the shell. */
function agent(script: string, timeoutMs = 10_000) {
  const folder = scratch()
  const program = join(folder, 'agent')
  writeFileSync(program, `#!/bin/sh\nhere=${folder}\n${script}\n`)
  chmodSync(program, 0o755)
  const env = { PATH: process.env.PATH, WAYLAND_MODEL: 'kept' }
  const model = openAgentModel({ label: 'The agent', program, headless: plain, model: null, timeoutMs, env })
  return { folder, model }
}

/** Whether a process runs; one that ended and was not collected by its parent does not. */
const runs = (pid: number): boolean =>
  !/^(?:Z|$)/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())

const leftFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('wayland-question-'))

describe('an agent that is asked', () => {
  languageModelConformance(() => agent(`cat > /dev/null; echo '${JSON.stringify(ANSWER)}'`).model, {
    broken: () => agent('exit 3').model,
  })

  test('gets the question on stdin, marked as ours, in an empty folder that goes afterwards', async () => {
    const { folder, model } = agent(
      'cat > $here/asked; pwd > $here/place; ls -a > $here/files; env > $here/env; echo yes',
    )
    expect(await model.ask(QUESTION, signal)).toEqual({ text: 'yes\n', model: 'The agent', usage: 'unknown' })
    const asked = readFileSync(join(folder, 'asked'), 'utf8')
    expect(asked.startsWith(`${CHILD_MARK}\n`)).toBe(true)
    expect(asked).toContain('{"type":"object"}')
    const place = readFileSync(join(folder, 'place'), 'utf8').trim()
    expect(place).toContain('wayland-question-')
    expect(existsSync(place)).toBe(false)
    expect(readFileSync(join(folder, 'files'), 'utf8')).toBe('.\n..\n')
    expect(readFileSync(join(folder, 'env'), 'utf8')).toContain('WAYLAND_CHILD=1')
  })

  test('may put its answer into a file', async () => {
    const { model } = agent('cat > /dev/null; printf written > "$2"')
    expect(await model.ask(QUESTION, signal)).toMatchObject({ text: 'written' })
  })

  test.each([
    ['ends with an error', 'echo no; exit 3', 'model_unavailable', 'exit code 3'],
    ['says nothing', 'exit 0', 'model_refused', 'without an answer'],
    ['prints without end', 'yes', 'model_unavailable', 'more than 2 MiB'],
  ])('that %s is a fault', async (_, script, code, words) => {
    const { model } = agent(script)
    const error = await model.ask(QUESTION, signal).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
  })

  test('that is not there is a fault', async () => {
    const program = join(scratch(), 'none')
    const model = openAgentModel({ label: 'It', program, headless: plain, model: null, timeoutMs: 1000, env: {} })
    await expect(model.ask(QUESTION, signal)).rejects.toMatchObject({ code: 'model_unavailable' })
  })

  test('is ended with all that it started when its time is up', async () => {
    const { folder, model } = agent("trap '' TERM; sleep 60 & echo $! > $here/pid; wait", 300)
    await expect(model.ask(QUESTION, signal)).rejects.toThrow('took longer than 0.3 s')
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => runs(pid)).toBe(false)
  })

  test('is ended with the signal', async () => {
    const { model } = agent('sleep 60')
    const ending = new AbortController()
    const answer = model.ask(QUESTION, ending.signal)
    setTimeout(() => ending.abort(new Error('the person left')), 100)
    await expect(answer).rejects.toThrow('the person left')
  })
})

test('no folder of a question is left behind', async () => {
  const before = leftFolders()
  const { model } = agent('echo yes')
  await model.ask(QUESTION, signal)
  expect(leftFolders().filter((name) => !before.includes(name))).toEqual([])
})
