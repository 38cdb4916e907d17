import { describe, expect, it } from 'vitest'
import { isCalledOff, isDenial } from '../../src/transcript/tool-result.ts'

// Words of the engines as their sources and logs have them.
const DENIED = [
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit).",
  "Claude requested permissions to write to /x, but you haven't granted it yet.",
  `Permission to use Bash with command cd ${'/very/long'.repeat(12)} && npm run build has been denied.`,
  "Permission to use Bash has been denied because Claude Code is running in don't ask mode.",
  'Permission for this action has been denied. Reason: [classifier]',
  'This command requires approval',
  'This Bash command contains multiple operations. The following part requires approval: npm test',
  "cd in '/tmp' was blocked. For security, Claude Code may only change directories to the allowed working directories",
  'File is in a directory that is denied by your permission settings.',
  'Bash operation blocked by hook:\n- no',
  '[Request interrupted by user for tool use]',
  'exec command rejected by user',
  'patch rejected by user',
  'aborted by user after 3.2s',
  'This action was rejected due to unacceptable risk.',
  '[Operation Cancelled] Reason: User did not allow tool call',
  'Tool execution denied by policy. You are in Plan Mode and cannot modify source code.',
  'Tool execution for "Shell" requires user confirmation, which is not supported in non-interactive mode.',
  'run_shell_command requires user approval but cannot execute in non-interactive mode.',
  'Qwen Code requires permission to use "edit", but that permission was declined. Matching deny rule: "edit".',
  'Tool "write_file" is blocked in plan mode.',
  'Blocked by user',
]

describe('a denial', () => {
  it.each(DENIED)('is known by the words of the engine: %s', (words) => {
    expect(isDenial(words)).toBe(true)
  })

  it.each([
    'EACCES: permission denied, open "/etc/shadow"',
    'Permission denied (publickey).',
    'File does not exist.',
    'String to replace not found in file.',
    'Request failed with status code 403',
    '',
  ])('is not a fault of the tool: %s', (words) => {
    expect(isDenial(words)).toBe(false)
  })

  it('is not what a program printed that has run, unless the engine itself notes the interruption', () => {
    expect(isDenial('Error: user rejected the request', 1)).toBe(false)
    expect(isDenial('Exit code 137\n[Request interrupted by user for tool use]', 137)).toBe(true)
    expect(isDenial('exec command rejected by user', -1)).toBe(true)
  })

  it('is something else than a call that the engine called off', () => {
    for (const words of [
      '<tool_use_error>Sibling tool call errored</tool_use_error>',
      '<tool_use_error>Cancelled: parallel tool call Bash(npm test) errored</tool_use_error>',
    ]) {
      expect(isCalledOff(words)).toBe(true)
      expect(isDenial(words)).toBe(false)
    }
    expect(isCalledOff('the log says: Sibling tool call errored')).toBe(false)
  })
})
