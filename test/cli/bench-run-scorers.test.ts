import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from './command-line.ts'

const SKILL = 'auto-branch-changes-review'
const DID = ['git log --oneline main..HEAD', 'git diff --stat main...HEAD']

/** A home with a draft, and a file of eight tasks of as many families. */
async function drafted(more: object = {}): Promise<{ readonly home: Home; readonly tasks: string }> {
  const home = new Home()
  const line = (i: number) =>
    JSON.stringify({
      ...{ user_input: 'review the changes on the branch', outcome: 'success', summary: '', session_id: `s${i}` },
      tool_calls: DID.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
    })
  await home.run(['observe'], { stdin: [0, 1, 2].map((i) => `${line(i)}\n`).join('') })
  const tasks = join(home.work, 'tasks.jsonl')
  const rows = Array.from({ length: 8 }, (_, i) => ({ id: `t${i}`, prompt: `review branch ${i}`, ...more }))
  writeFileSync(tasks, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return { home, tasks }
}

/** A repository with one commit, and a program that behaves as Claude Code does. */
function withAgent({ work }: Home) {
  const [path, bin] = [join(work, 'repository'), join(work, 'bin')]
  mkdirSync(path)
  mkdirSync(bin)
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=P', '-c', 'user.email=p@example.org', ...words], {
      cwd: path,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  const loads =
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Skill","input":{"skill":"%s"}}]}}'
  const script = `#!/bin/sh
cat > /dev/null
echo "$*" > ${work}/words
skill=.claude/skills/${SKILL}/SKILL.md
if grep -q 'git diff --stat' $skill 2> /dev/null; then touch reviewed; printf '${loads}\\n' ${SKILL}; fi
echo '{"type":"result","is_error":false,"usage":{"input_tokens":90,"output_tokens":10}}'
`
  writeFileSync(join(bin, 'claude'), script, { mode: 0o755 })
  return { repository: path, commit: git('rev-parse', 'HEAD').trim(), git, path: `${bin}:${process.env.PATH}` }
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

describe('bench run with a program of the person', () => {
  it('scores with a command, and says what it costs first', async () => {
    const { home, tasks } = await drafted()
    const command = `test -z "$WAYLAND_MODEL_KEY" && grep -q 'git diff --stat' && echo 1 || echo 0`
    const env = { WAYLAND_MODEL_KEY: 'one' }
    const ask = ['bench', 'run', SKILL, tasks, '--timeout', '30']
    const { code, stdout } = await home.run([...ask, '--command', command], { env })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('24 tries, each a run of your command of at most 30 seconds. '),
    })
    expect(stdout).toContain('Its score is recorded')
    const known = (await home.run([...ask, '--command', command, '--json'])).json()
    expect(known).toMatchObject({ scorer: 'command', against: 'none', worth: 'gain', tries: 0, known: 24 })
    // Another command is another measure: nothing of the first counts for it.
    const other = (await home.run([...ask, '--command', 'echo 0.5', '--json'])).json()
    expect(other).toMatchObject({ worth: 'not_shown', known: 0, tries: 24, recorded: false })
  })

  it('says that copies of a task are one family before it tries them, and runs no agent for them', async () => {
    const { home, tasks } = await drafted({ prompt: 'review the branch', check: 'true' })
    const ask = ['bench', 'run', SKILL, tasks]
    const { stdout } = await home.run([...ask, '--command', 'wc -c | grep -q "^0$"; echo $?'])
    expect(stdout).toMatch(/24 tries, .* 8 tasks are 1 family by their content, and copies count once\. /)
    expect(stdout).toContain('1 family of tasks is too few for any result')
    expect(await home.run([...ask, '--engine', 'claude-code'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('8 tasks in 1 families by their content show nothing'),
    })
  })

  it('lets the agent work on the tasks in copies that are gone afterwards', async () => {
    const { home, tasks } = await drafted()
    const { repository, commit, git, path } = withAgent(home)
    const rows = Array.from({ length: 8 }, (_, i) => ({
      id: `t${i}`,
      prompt: `review ${i}`,
      repository,
      commit,
      check: 'test -f reviewed',
    }))
    writeFileSync(tasks, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const ask = ['bench', 'run', SKILL, tasks, '--engine', 'claude-code', '--agent-words=--allowedTools "Bash(git *)"']
    const { code, stdout, stderr } = await home.run([...ask, '--json'], { env: { PATH: path } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('24 tries, each a run of your agent') })
    expect(JSON.parse(stdout)).toMatchObject({ scorer: 'agent', worth: 'gain', loaded: 1, recorded: true })
    expect(readFileSync(join(home.work, 'words'), 'utf8')).toMatch(
      /--output-format stream-json .*--allowedTools Bash\(git \*\)\n/,
    )
    expect([git('worktree', 'list').trim().split('\n').length, git('status', '--short')]).toEqual([1, ''])
  })

  it('stops in order at a signal, ends the agent, and goes on later', async () => {
    const { home, tasks } = await drafted({ check: 'true' })
    const { path } = withAgent(home)
    const program = join(home.work, 'bin', 'claude')
    const script = readFileSync(program, 'utf8')
    writeFileSync(
      program,
      script.replace(
        'cat > /dev/null',
        () => `cat > /dev/null; echo $$ > ${home.work}/pid; pwd > ${home.work}/place; sleep 60`,
      ),
    )
    const ask = ['bench', 'run', SKILL, tasks, '--engine', 'claude-code', '--json']
    const child = home.start(ask, { env: { PATH: path } })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(() => readIfThere(join(home.work, 'place')), { timeout: 20_000 }).toContain('\n')
    const [pid, place] = ['pid', 'place'].map((name) => readFileSync(join(home.work, name), 'utf8').trim())
    child.kill('SIGINT')
    expect(await ended).toBe(3)
    expect(existsSync(place ?? '')).toBe(false)
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
    writeFileSync(program, script)
    expect((await home.run(ask, { env: { PATH: path } })).json()).toMatchObject({ tries: 24, known: 0, left: 0 })
  })

  it('refuses tasks on which an agent cannot be judged before the first try', async () => {
    const { home, tasks } = await drafted()
    const { stderr } = await home.run(['bench', 'run', SKILL, tasks, '--engine', 'codex'])
    expect(stderr).toContain('task "t0" has no check, by which an agent is judged')
    const later = (i: number) =>
      JSON.stringify({
        ...{
          user_input: 'please review the changes on the branch',
          outcome: 'success',
          summary: '',
          session_id: `l${i}`,
        },
        tool_calls: [{ name: 'Bash', input: { command: DID[1] }, ok: true }],
      })
    await home.run(['observe'], { stdin: [0, 1, 2, 3, 4].map((i) => `${later(i)}\n`).join('') })
    const own = await home.run(['bench', 'run', SKILL, '--engine', 'codex'])
    expect(own.stderr).toContain('tasks from your history name no repository for an agent to work in')
  })

  it('says what it needs', async () => {
    const { home, tasks } = await drafted({ check: 'true' })
    const ask = ['bench', 'run', SKILL, tasks]
    const none = { PATH: '/usr/bin:/bin' }
    for (const [args, code, words] of [
      [['--command', ' '], 2, '--command needs a line for the shell'],
      [['--engine', 'codex', '--command', 'x'], 2, '--engine and --command are two ways to score'],
      [['--agent-words', 'x'], 2, '--agent-words needs --engine'],
      [['--engine', 'codex', '--agent-words', 'a; b'], 2, '--agent-words takes arguments, and no other commands'],
      [['--engine', 'codex', '--timeout', '0'], 2, '--timeout takes seconds up to 86400, not "0"'],
      [['--engine', 'openai-chat'], 2, 'the agent "openai-chat" cannot try tasks'],
      [['--engine', 'codex'], 2, 'none of these programs is found: codex'],
      [['--command', 'echo fine; exit 7'], 3, 'the scoring command ended with exit code 7'],
    ] as const) {
      const done = await home.run([...ask, ...args], { env: none })
      expect({ args, code: done.code, stderr: done.stderr }).toEqual({
        args,
        code,
        stderr: expect.stringContaining(words),
      })
    }
  })
})
