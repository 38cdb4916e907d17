import { describe, expect, it } from 'vitest'
import { asWaylandError, WaylandError } from '../../src/domain/errors.ts'
import { Home } from './command-line.ts'

/** What a person, or a program, may give where a name or an id is asked for. */
const GIVEN: readonly (readonly [string, string])[] = [
  ['line breaks', 'one\ntwo\r\nthree\u2028four'],
  ['10,000 letters', 'x'.repeat(10_000)],
  ['10,000 letters of words', 'x "y" '.repeat(1_700)],
  ['10,000 signs of two units', '😀'.repeat(5_000)],
]

const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['explain'],
  ['show'],
  ['history'],
  ['schedule', 'remove'],
  ['import'],
  ['scan'],
  ['skills'],
  ['run'],
  ['install'],
  ['--skills-promote'],
  ['--skills-rollback'],
  ['lift'],
  ['model', 'prompts'],
  ['purge'],
  ['mcp', '--port'],
  ['status', '--log-level'],
]

describe.each(GIVEN)('%s', (_, given) => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))('given to "%s"', async (_, words) => {
    const { code, stdout, stderr } = await new Home().run([...words, given])
    expect([stdout, code === 0]).toEqual(['', false])
    expect(stderr).toMatch(/^Error: [^\n\r\u2028]+\nTry: [^\n\r\u2028]+\n$/)
    expect([...stderr].length).toBeLessThan(2_500)
    expect(stderr).not.toMatch(/\p{Surrogate}|\ufffd/u)
  })
})

it('an error whose words are long keeps how they begin and end, and what is no longer than a path keeps all', () => {
  const { message } = asWaylandError(new Error(`cannot write ${'/long'.repeat(2_000)} (no space left)`))
  expect(message).toMatch(/^cannot write \/long.*….*\(no space left\)$/)
  expect([...message]).toHaveLength(2_000)
  const path = `/tmp/${'d'.repeat(180)}`
  for (const text of [`"${path}" is no folder`, `${path.repeat(8)} is no folder`, `"a" ${path.repeat(3)} "b"`])
    expect(new WaylandError('not_found', text).message).toBe(text)
})
