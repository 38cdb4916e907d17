import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerQuestion, openHandoff, openQuestions } from '../../src/model/handoff.ts'
import type { ModelQuestion } from '../../src/model/language-model.ts'
import { scratch } from '../scratch.ts'
import { ANSWER, languageModelConformance, QUESTIONS } from './language-model-conformance.ts'

const ID = '0123456789abcdef0123456789abcdef'
const QUESTION: ModelQuestion = {
  id: ID,
  purpose: 'probe',
  system: 'Answer.',
  input: 'What?',
  schema: { type: 'object' },
  maxTokens: 10,
}
const { signal } = new AbortController()
const answerFile = (folder: string) => join(folder, `${ID}.answer.json`)

describe('answers that lie in a folder', () => {
  languageModelConformance(() => {
    const folder = scratch()
    for (const { id } of QUESTIONS)
      writeFileSync(join(folder, `${id}.answer.json`), JSON.stringify({ id, value: ANSWER }))
    return openHandoff(folder)
  })
})

test('a question waits in a file for the person alone until it is answered', async () => {
  const folder = join(scratch(), 'handoff')
  const model = openHandoff(folder)
  expect(await model.ask(QUESTION, signal)).toBe('waiting')
  expect(await model.ask(QUESTION, signal)).toBe('waiting')
  expect(await openQuestions(folder)).toEqual([
    { id: ID, purpose: 'probe', system: 'Answer.', input: 'What?', schema: { type: 'object' } },
  ])
  expect(statSync(join(folder, `${ID}.question.json`)).mode & 0o077).toBe(0)
  await answerQuestion(folder, ID, { word: 'ready' }, 'a person')
  expect(await openQuestions(folder)).toEqual([])
  expect(await model.ask(QUESTION, signal)).toEqual({ text: '{"word":"ready"}', model: 'a person', usage: 'unknown' })
  expect(existsSync(answerFile(folder))).toBe(true)
  await model.settled?.(ID)
  expect(readdirSync(folder)).toEqual([])
})

test('tokens are those that the answer names', async () => {
  const folder = scratch()
  writeFileSync(answerFile(folder), JSON.stringify({ id: ID, value: {}, usage: { input: 3, output: 4 } }))
  expect(await openHandoff(folder).ask(QUESTION, signal)).toMatchObject({ usage: { input: 3, output: 4 } })
})

test.each([
  ['no JSON', (file: string) => writeFileSync(file, '{')],
  ['another id', (file: string) => writeFileSync(file, JSON.stringify({ id: 'other', value: {} }))],
  ['no value', (file: string) => writeFileSync(file, JSON.stringify({ id: ID }))],
  ['3 MiB', (file: string) => writeFileSync(file, JSON.stringify({ id: ID, value: 'x'.repeat(3 * 2 ** 20) }))],
  ['a link', (file: string) => symlinkSync('/etc/hostname', file)],
  ['a folder', (file: string) => mkdirSync(file)],
])('an answer that is %s is put aside, and another one can be given', async (_, write) => {
  const folder = scratch()
  const model = openHandoff(folder)
  await model.ask(QUESTION, signal)
  write(answerFile(folder))
  await expect(model.ask(QUESTION, signal)).rejects.toMatchObject({ code: 'model_refused' })
  expect(await model.ask(QUESTION, signal)).toBe('waiting')
  await answerQuestion(folder, ID, { word: 'ready' })
  expect(await model.ask(QUESTION, signal)).toMatchObject({ text: '{"word":"ready"}' })
})

test('a question that does not wait cannot be answered', async () => {
  await expect(answerQuestion(scratch(), '../../x', {})).rejects.toMatchObject({ code: 'bad_usage' })
})

test('a folder that cannot be written is named, with what to do', async () => {
  const folder = join(scratch(), 'file')
  writeFileSync(folder, '')
  const fault = {
    code: 'storage_unavailable',
    message: expect.stringContaining(`${ID}.question.json cannot be written`),
  }
  await expect(openHandoff(folder).ask(QUESTION, signal)).rejects.toMatchObject(fault)
})
