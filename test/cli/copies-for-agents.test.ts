import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../scratch.ts'
import { Home } from './command-line.ts'

const home = new Home()
const skill = join(home.skills, 'lint', 'SKILL.md')
const copyFor = (agent: string) => join(home.root, `.${agent}`, 'skills', 'lint')
const textFor = (agent: string) => readFileSync(join(copyFor(agent), 'SKILL.md'), 'utf8')
const TEXT = [
  '---\nname: lint\ndescription: Lints with the Bash tool.\nallowed-tools: Bash\n---\n',
  'Use the `Bash` tool, then call `Read(path=a)`. Call `TodoRead()` last.',
  '```\nUse the Bash tool.\n```\n',
].join('\n')

interface Line {
  readonly path: string
  readonly status: string
  readonly reason?: string
}

const sync = async (...flags: string[]): Promise<readonly Line[]> =>
  (await home.run(['sync', '--json', ...flags])).json<{ copies: Line[] }>().copies

it('are in the tool names of the agent that reads them, and say what has no name there', async () => {
  mkdirSync(join(home.skills, 'lint'), { recursive: true })
  writeFileSync(skill, TEXT)
  const done = await sync('--engine', 'claude-code,qwen')
  expect(textFor('claude')).toBe(TEXT)
  const named = TEXT.replace('`Bash`', '`run_shell_command`').replace('`Read(', '`read_file(')
  expect(textFor('qwen')).toBe(named)
  expect(done.find(({ path }) => path === copyFor('qwen'))).toMatchObject({
    status: 'written',
    reason: expect.stringMatching(/of Qwen Code there: Bash is run_shell_command.*; no tool of .* for TodoRead$/),
  })
  expect((await sync()).map(({ status }) => status)).toEqual(['current', 'current'])
  expect(await home.run(['check'])).toMatchObject({ code: 0 })
})

it('keep the names of the skill in a folder that agents with other names share', async () => {
  const [shared] = (await sync('--engine', 'codex,gemini')).filter(({ path }) => path.includes('.agents'))
  expect(shared?.reason).toContain('Codex, Gemini CLI name them differently')
  expect(readFileSync(join(shared?.path ?? '', 'SKILL.md'), 'utf8')).toBe(TEXT)
})

it('stay as a person edited them, with the names told, which turn back where the text is taken into the skill', async () => {
  const copy = join(copyFor('qwen'), 'SKILL.md')
  writeFileSync(copy, `${textFor('qwen')}Never in a hurry.\n`)
  const edited = textFor('qwen')
  expect((await sync()).find(({ path }) => path === copyFor('qwen'))).toMatchObject({
    status: 'edited',
    reason: expect.stringContaining('Bash is run_shell_command'),
  })
  expect([textFor('qwen'), readFileSync(skill, 'utf8')]).toEqual([edited, TEXT])
  cpSync(copy, skill)
  rmSync(copyFor('qwen'), { recursive: true })
  await sync()
  expect(textFor('claude')).toBe(`${TEXT}Never in a hurry.\n`)
  expect(textFor('qwen')).toBe(edited)
})

it('are known for copies where they were put back by hand after the skill went', async () => {
  cpSync(copyFor('qwen'), join(home.root, 'aside'), { recursive: true })
  await home.move('lint', 'archive')
  cpSync(join(home.root, 'aside'), copyFor('qwen'), { recursive: true })
  expect((await home.run(['check'])).stdout).toContain(`${copyFor('qwen')} is a copy of "lint", which is archived`)
})

it('go with their skill where the agent looks by a variable that is not set any more', async () => {
  const own = new Home()
  mkdirSync(join(own.skills, 'lint'), { recursive: true })
  writeFileSync(join(own.skills, 'lint', 'SKILL.md'), TEXT)
  const elsewhere = scratch()
  await own.run(['sync', '--engine', 'claude-code'], { env: { CLAUDE_CONFIG_DIR: elsewhere } })
  const copy = join(elsewhere, 'skills', 'lint')
  expect(existsSync(copy)).toBe(true)
  await own.move('lint', 'archive')
  expect(existsSync(copy)).toBe(false)
})

it('are those of this home in a copy of another one, whose own stay', async () => {
  const [first, second] = [new Home(), new Home()]
  mkdirSync(join(first.skills, 'lint'), { recursive: true })
  writeFileSync(join(first.skills, 'lint', 'SKILL.md'), TEXT)
  await first.run(['sync', '--engine', 'claude-code'])
  cpSync(first.root, second.root, { recursive: true })
  await second.move('lint', 'archive')
  const copies = [first, second].map(({ root }) => existsSync(join(root, '.claude', 'skills', 'lint')))
  expect(copies).toEqual([true, false])
  for (const home of [first, second]) expect(await home.run(['check'])).toMatchObject({ code: 0 })
})
