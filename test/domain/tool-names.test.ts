import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ToolTable, withoutToolNames, withToolNames } from '../../src/domain/tool-names.ts'
import { toolTable } from '../../src/engines/engines.ts'

const [claude, codex, copilot, gemini, opencode, pi, qwen] = [
  ...['claude-code', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen'],
].map((engine) => toolTable(engine)!) as [ToolTable, ToolTable, ToolTable, ToolTable, ToolTable, ToolTable, ToolTable]

const forGemini = (text: string) => withToolNames(text, [claude], gemini)

describe('tool names for another agent', () => {
  it.each([
    ['Use the Bash tool.', 'Use the run_shell_command tool.'],
    ['Use the `Bash` tool, then the `Read` tool.', 'Use the `run_shell_command` tool, then the `read_file` tool.'],
    ['Run it with `Bash(git diff)`.', 'Run it with `run_shell_command(git diff)`.'],
    ['1. Call `WebFetch(url=<url>, prompt=read)`', '1. Call `web_fetch(url=<url>, prompt=read)`'],
    ['Run Bash to see what changed.', 'Run run_shell_command to see what changed.'],
    [
      'Look it up, using WebSearch, then call `AskUserQuestion(question=<text>)`.',
      'Look it up, using google_web_search, then call `ask_user(question=<text>)`.',
    ],
    ['The tool `Edit` changes it.', 'The tool `replace` changes it.'],
    ['Call `mcp__git_hub__create_issue(title=<title>)`', 'Call `mcp_git_hub_create_issue(title=<title>)`'],
  ])('turn %j into %j', (text, expected) => {
    const { text: given, changes } = forGemini(text)
    expect(given).toBe(expected)
    expect(changes.every(({ becomes }) => becomes !== null)).toBe(true)
  })

  it.each([
    'Read the file, then edit it.',
    'Press `Edit` and `Write`.',
    'Bash is a shell; run `bash -c ls`.',
    'Run Bash scripts with care, use TypeScript.',
    'Use the right tool, or the `jq` tool.',
    '```\nUse the Bash tool.\n`Bash`\n```',
    'Run `git diff` and `npm test`.',
    'Call `read_file(path=x)`',
    'Odd ` mark with Bash` tool',
  ])('leave %j as it is', (text) => expect(forGemini(text)).toEqual({ text, changes: [] }))

  it.each([
    ['Call `NotebookEdit(cell=1)`', 'NotebookEdit'],
    ['Use the `SomeOtherTool` tool.', 'SomeOtherTool'],
    ['Call `toString_it(x=1)`', 'toString_it'],
  ])('leave in %j a name without a counterpart, and say so', (text, name) =>
    expect(forGemini(text)).toEqual({ text, changes: [{ name, becomes: null }] }),
  )

  it('of small words are told by "tool" or "Call" alone', () => {
    const forClaude = (text: string) => withToolNames(text, [pi], claude).text
    expect(forClaude('Use the `bash` tool, or run `bash`; call `read(path=a)`.')).toBe(
      'Use the `Bash` tool, or run `bash`; call `Read(path=a)`.',
    )
  })

  it('ask the person by the tool that each agent has for it', () => {
    const asked = [codex, qwen, opencode, copilot, pi].map((to) =>
      withToolNames('Use the AskUserQuestion tool.', [claude], to),
    )
    expect(asked.map(({ changes }) => changes[0]?.becomes)).toEqual([
      ...['request_user_input', 'ask_user_question', 'question', 'ask_user', null],
    ])
    expect(withToolNames('Use the ask_user tool.', [gemini], claude).text).toBe('Use the AskUserQuestion tool.')
  })

  it('follow the first purpose of a tool with several, and know earlier names', () => {
    expect(withToolNames('Use the `apply_patch` tool.', [codex], gemini).text).toBe('Use the `replace` tool.')
    expect(withToolNames('Use the `update_plan` tool.', [codex], opencode).text).toBe('Use the `todowrite` tool.')
    expect(withToolNames('Use the `Read` tool.', [claude], codex).changes).toEqual([{ name: 'Read', becomes: null }])
  })

  it('are the same when they are given twice, and change nothing else, whatever the text is', () => {
    const word = fc.constantFrom(
      '`Bash`',
      'Bash tool',
      '`Read` tool',
      'Call `Edit(a=b)`',
      '```',
      '\n',
      ' ',
      '`',
      'x',
      '$&',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join('')
        const once = forGemini(text)
        expect(forGemini(once.text).text).toBe(once.text)
        expect(withoutToolNames(once.text)).toBe(withoutToolNames(text))
        const back = ['run_shell_command', 'read_file', 'replace'].reduce(
          (all, name, i) => all.replaceAll(name, ['Bash', 'Read', 'Edit'][i] ?? ''),
          once.text,
        )
        expect(back).toBe(text)
      }),
      { seed: 7 },
    )
  })
})
