import { expect, it } from 'vitest'
import { allowedTools } from '../../src/domain/allowed-tools.ts'

const toolsOf = (line: string) => allowedTools(`---\nname: a\ndescription: b\n${line}\n---\n\nText.\n`)

it.each([
  ['allowed-tools: Bash(git diff:*) Read, Grep', ['Bash(git diff:*)', 'Read', 'Grep']],
  ['allowed-tools: ["Bash(npm test)", Read]', ['Bash(npm test)', 'Read']],
  ['allowedTools: [run_shell_command]', ['run_shell_command']],
  ['allowed-tools: ""', []],
  ['allowed-tools: {a: b}', []],
  ['license: MIT', []],
])('reads the tools that are asked for in %j', (line, expected) => expect(toolsOf(line)).toEqual(expected))
