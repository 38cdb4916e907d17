import { deedsOf } from '../draft/tools.ts'
import { valueText } from '../json-value.ts'
import type { StepOfRun } from './task.ts'

/** A run as the body of a skill: one numbered step a call, each with its whole input. */
export function runText(run: readonly StepOfRun[]): string {
  const lines = run.flatMap((call) => lineOf(call)).map((line, i) => `${i + 1}. ${line}`)
  return ['## Steps', ...lines, ''].join('\n')
}

function lineOf({ tool, input }: StepOfRun): readonly string[] {
  const isEmpty = Object.keys(input).length === 0
  return deedsOf({ name: tool, input: isEmpty ? undefined : input, ok: true }).map((deed) => {
    if (deed.kind === 'RUN') {
      const command = typeof deed.command === 'string' ? deed.command : JSON.stringify(deed.command)
      return command.includes('\n') ? `Run:\n\`\`\`sh\n${command}\n\`\`\`` : `Run ${inline(command)}`
    }
    if (deed.kind !== 'CALL') return `Call ${inline(called(tool, input))}`
    return `Call ${inline(called(deed.name, deed.input))}`
  })
}

const called = (tool: string, input: StepOfRun['input']): string =>
  `${tool}(${Object.entries(input)
    .map(([name, value]) => `${name}=${simple(valueText(value))}`)
    .join(', ')})`

/** A value that has commas, brackets or line ends is written as JSON, in which nothing looks like a placeholder. */
const simple = (text: string): string =>
  /^[^\s,()<>[\]{}"'`=][^,()<>[\]{}"'`\n]*$/.test(text) ? text : JSON.stringify(text).replaceAll('<', '\\u003c')

function inline(code: string): string {
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${code}${fence}` : `${fence} ${code} ${fence}`
}
