import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { called, connected, WAYS } from '../mcp/connections.ts'
import { skillMd } from '../service/home.ts'
import { Home } from './command-line.ts'

const home = new Home()
let draft = ''

/** A skill of a person's own, and one that was drafted under Claude Code. */
beforeAll(async () => {
  mkdirSync(join(home.skills, 'look'), { recursive: true })
  writeFileSync(
    join(home.skills, 'look', 'SKILL.md'),
    skillMd('look', 'Looks at it.', 'Use the Bash tool, then `NotebookEdit`, for $ARGUMENTS.'),
  )
  const receipts = await home.learn(
    ['one', 'two', 'three'].map((page) => ({
      user_input: 'summarise the release page of the library',
      outcome: 'success',
      session_id: page,
      prompt_id: page,
      engine: 'claude-code',
      tool_calls: [
        { name: 'WebFetch', input: { url: 'https://example.org/release', prompt: 'what is new' }, ok: true },
        { name: 'Bash', input: { command: 'npm outdated' }, ok: true, exit_code: 0 },
      ],
    })),
  )
  draft = receipts[2]?.draft?.skill ?? ''
})

const given = (words: readonly string[]) => home.run(['run', ...words])

describe('a skill for another agent', () => {
  it('names the tools of that agent, and says which it has not', async () => {
    const { stdout, stderr } = await given(['look', 'the `Bash` tool', '--engine', 'gemini'])
    expect(stderr).toBe('')
    expect(stdout).toContain('\n\nUse the run_shell_command tool, then `NotebookEdit`, for the `Bash` tool.\n')
    expect(stdout).toContain('\n\nNo tool of Gemini CLI is known for `NotebookEdit`.\n\n')
    expect((await given(['/look x', '--engine', 'gemini', '--json'])).json()).toMatchObject({
      tools: [
        { name: 'Bash', becomes: 'run_shell_command' },
        { name: 'NotebookEdit', becomes: null },
      ],
    })
    expect((await given(['look', 'x', '--engine', 'qwen'])).stdout).toContain('then `notebook_edit`, for x.')
  })

  it('that was drafted under one agent is turned for every other, and left for its own', async () => {
    const own = (await given([draft])).stdout
    expect(own).toContain('Call `WebFetch(')
    expect((await given([draft, '--engine', 'claude-code'])).stdout).toBe(own)
    expect((await given([draft, '--engine', 'gemini'])).stdout).toBe(own.replace('`WebFetch(', '`web_fetch('))
    const forPi = (await given([draft, '--engine', 'pi'])).stdout
    expect(forPi).toContain('No tool of pi is known for `WebFetch`.')
    expect(forPi).toContain('Call `WebFetch(')
  })

  it.each([WAYS[0], WAYS[1]])('is the same over %s of the revision %s, by the name of the client', async (...way) => {
    const client = await connected(home, way, {}, 'gemini-cli-mcp-client')
    for (const [name, args] of [
      ['look', 'x'],
      [draft, ''],
    ] as const) {
      const { stdout } = await given([name, args, '--engine', 'gemini'])
      expect((await called(client, 'load_skill', { name, arguments: args })).text).toBe(stdout)
    }
    const prompt = await client.getPrompt({ name: 'look', arguments: { arguments: 'x' } })
    expect(prompt.messages[0]?.content).toMatchObject({
      text: (await given(['look', 'x', '--engine', 'gemini'])).stdout,
    })
  })

  it('is refused for an agent whose tools are not known', async () => {
    const { code, stdout, stderr } = await given(['look', '--engine', 'nobody'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/tools of an agent "nobody" are not known\nTry: Agents: claude-code, codex, gemini, qwen/)
  })
})

it('a hint with the text itself has the names of the agent that asks', async () => {
  const pick = await home.run(['route', `@@skill=${draft} go on`, '--engine', 'gemini', '--json'])
  expect(pick.stdout).toContain('`web_fetch(')
  expect(pick.stdout).not.toContain('`WebFetch(')
})
