import { expect, it } from 'vitest'
import { inputText } from '../../../src/ui/view/input-text.ts'

it.each([
  [{ command: 'git add .\ngit commit -m "a\tb"' }, 'git add .\ngit commit -m "a\tb"'],
  [{ description: 'Show status', command: 'git status' }, 'git status\ndescription: Show status'],
  [{ command: ['bash', '-lc', 'npm test'] }, 'bash -lc "npm test"'],
  [{ file_path: '~/a.ts', old_string: 'one\ntwo', limit: 3 }, 'file_path: ~/a.ts\nold_string:\n  one\n  two\nlimit: 3'],
  [{ todos: [{ content: 'x' }], plan: { a: 1 } }, 'todos: [{"content":"x"}]\nplan:\n  {\n    "a": 1\n  }'],
  ['a text', 'a text'],
  [undefined, ''],
  [null, 'null'],
])('writes the input %j for a person', (input, text) => expect(inputText(input)).toBe(text))

it('cuts what is longer than a person reads', () =>
  expect(inputText({ command: 'x'.repeat(5_000) })).toBe(`${'x'.repeat(4_000)}…`))
