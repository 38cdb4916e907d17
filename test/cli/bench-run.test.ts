import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from './command-line.ts'

const SKILL = 'auto-branch-changes-review'
const WORDINGS = [
  'review the changes on the branch',
  'please review the changes on the branch',
  'review the branch changes',
]

/** A run of one task, a day after the one before; what it does besides is its own. */
const line = (i: number) =>
  JSON.stringify({
    ...{ user_input: WORDINGS[i % 3], outcome: 'success', summary: '', engine: 'codex' },
    ...{ session_id: `s${i}`, prompt_id: `p${i}`, timestamp: new Date(Date.UTC(2026, 1, 1 + i)).toISOString() },
    tool_calls: [
      'git log --oneline main..HEAD',
      'git diff --stat main...HEAD',
      `git diff main...HEAD -- src/part${i}.ts`,
      'npm test',
    ].map((command) => ({ name: 'Bash', input: { command }, ok: true })),
  })

/** A home with so many runs of the task. */
async function used(runs: number): Promise<Home> {
  const home = new Home()
  await home.run(['observe'], { stdin: Array.from({ length: runs }, (_, i) => `${line(i)}\n`).join('') })
  return home
}

describe('bench run', () => {
  it('shows what a draft is worth over a run as it was, on later runs, and records it', async () => {
    const home = await used(18)
    const { code, stdout, stderr } = await home.run(['bench', 'run', SKILL])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+ tries\. 1[2-5] families of tasks, /)
    expect(stdout).toMatch(/no skill +0\.00 /)
    expect(stdout).toMatch(new RegExp(`${SKILL} 0\\.1\\.\\d gains \\d+ points over one run as it was`))
    expect(stdout).toContain('Its score is recorded')
    const again = (await home.run(['bench', 'run', SKILL, '--json'])).json()
    expect(again).toMatchObject({
      worth: 'gain',
      against: 'trajectory',
      current: false,
      tries: 0,
      left: 0,
      recorded: true,
    })
    expect(again.known).toBeGreaterThan(30)
  })

  it('knows what a promoted skill was made from: its runs are no tasks, and the latest is the run as it was', async () => {
    const home = await used(3)
    await home.run(['skills', 'promote', SKILL])
    const later = Array.from({ length: 8 }, (_, i) => `${line(3 + i)}\n`).join('')
    await home.run(['observe'], { stdin: later, env: { WAYLAND_BUCKET_THRESHOLD: '99' } })
    const { json } = await home.run(['bench', 'run', SKILL, '--json'])
    expect(json()).toMatchObject({ tasks: 8, current: true, against: 'trajectory', unseen: [] })
  })

  it('goes on where it stopped, and records nothing before its end', async () => {
    const home = await used(18)
    const part = await home.run(['bench', 'run', SKILL, '--tries', '7', '--json'])
    expect({ code: part.code, ...part.json() }).toMatchObject({ code: 3, tries: 7, known: 0, recorded: false })
    const rest = await home.run(['bench', 'run', SKILL, '--json', '--dry-run'])
    expect({ code: rest.code, ...rest.json() }).toMatchObject({
      code: 0,
      known: 7,
      left: 0,
      recorded: false,
      worth: 'gain',
    })
  })

  it('takes the tasks that bench tasks prints, and shows no gain where they are too few', async () => {
    const home = await used(7)
    const { stdout } = await home.run(['bench', 'tasks', SKILL])
    const file = join(home.work, 'tasks.jsonl')
    writeFileSync(file, stdout)
    expect(stdout.trim().split('\n')).toHaveLength(4)
    const { code, stdout: told } = await home.run(['bench', 'run', file])
    expect({ code, told }).toEqual({
      code: 0,
      told: expect.stringContaining('4 families of tasks are too few for any result'),
    })
    expect((await home.run(['bench', 'run', SKILL, file, '--json'])).json()).toMatchObject({
      ...{ tasks: 4, worth: 'too_few', recorded: false, smallest_effect: null, current: true },
    })
  })

  it('compares with what a model writes from the run alone, where it is asked to', async () => {
    const home = await used(18)
    const args = ['bench', 'run', SKILL, '--rewrite', '--json', '--model-provider', 'handoff']
    const waiting = await home.run(args)
    expect(waiting).toMatchObject({ code: 3, stderr: expect.stringContaining('a question waits for its answer') })
    const folder = join(home.data, 'handoff')
    const [name = ''] = readdirSync(folder)
    const { id, purpose, input } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
    expect([purpose, input]).toEqual(['one_shot', expect.stringContaining('git log --oneline main..HEAD')])
    const value = { body: '1. Run `git log --oneline main..HEAD`\n2. Run `npm test`\n' }
    writeFileSync(join(folder, `${id}.answer.json`), JSON.stringify({ id, value }))
    const { lines } = (await home.run(args)).json<{ lines: { arm: string; score: number; left?: string }[] }>()
    expect(lines.map(({ arm, left }) => [arm, left])).toEqual([
      ['none', undefined],
      ['trajectory', undefined],
      ['rewrite', undefined],
      ['skill', undefined],
    ])
    expect(lines[2]?.score).toBeGreaterThan(0.3)
    expect(lines[2]?.score).toBeLessThan(lines[3]!.score)
  })

  it('gives the tasks of a repository the commit that it was at', async () => {
    const home = await used(3)
    const repository = join(home.root, 'repo')
    mkdirSync(repository)
    const git = (args: readonly string[], date = '') =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], {
        cwd: repository,
        env: { ...process.env, ...(date === '' ? {} : { GIT_COMMITTER_DATE: date }) },
      })
        .toString()
        .trim()
    git(['init', '-q'])
    for (const day of ['02', '12']) git(['commit', '-q', '--allow-empty', '-m', day], `2026-02-${day}T00:00:00Z`)
    const turn = (i: number) => JSON.stringify({ ...JSON.parse(line(i)), project_dir: repository })
    await home.run(['observe'], { stdin: `${turn(7)}\n${turn(20)}\n` })
    const { stdout } = await home.run(['bench', 'tasks', SKILL])
    const tasks = stdout
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as Record<string, unknown>)
    expect(tasks).toMatchObject([
      { repository, commit: git(['rev-parse', 'HEAD~1']) },
      { repository, commit: git(['rev-parse', 'HEAD']) },
    ])
  })

  it('says what it needs', async () => {
    const home = await used(3)
    const bad = join(home.work, 'bad.jsonl')
    writeFileSync(bad, '{"prompt": "a"}\n{"promt": "b"}\n')
    const twice = join(home.work, 'twice.jsonl')
    writeFileSync(twice, '{"prompt": "a", "id": "x"}\n{"prompt": "b", "id": "x"}\n')
    for (const [args, code, words] of [
      [[], 2, 'takes one skill, one file of tasks, or both'],
      [[SKILL], 1, `there is no task to try "${SKILL}" on`],
      [['nothing'], 1, 'no skill is called "nothing"'],
      [[SKILL, '--tries', '0'], 2, '--tries takes a whole number from 1 to 10000, not "0"'],
      [[SKILL, join(home.work, 'none.jsonl')], 1, 'nothing is at '],
      [[SKILL, bad], 1, 'bad.jsonl, line 2: there is no field "promt"'],
      [[SKILL, twice], 1, 'twice.jsonl, line 2: there is another task "x"'],
      [[twice.replace('twice', 'bad')], 1, 'bad.jsonl, line 2'],
    ] as const) {
      const done = await home.run(['bench', 'run', ...args])
      expect({ args, code: done.code, stderr: done.stderr }).toEqual({
        args,
        code,
        stderr: expect.stringContaining(words),
      })
    }
    expect(existsSync(join(home.root, 'report.md'))).toBe(false)
  })
})
