import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { scratch } from '../scratch.ts'
import { OBEDIENT, repository, scorerOf, taskOf } from './agent-trial.ts'

const { signal } = new AbortController()
const TEXT = 'The word is FLAMINGO.'

describe('a try of a task with an agent', () => {
  it('passes with the skill and fails without it', async () => {
    const { path, commit } = repository()
    const { scorer } = await scorerOf(OBEDIENT)
    const task = taskOf({ repository: { path, commit } })
    const [withSkill, without] = [await scorer.try(TEXT, task, 0, signal), await scorer.try(undefined, task, 0, signal)]
    expect(withSkill).toMatchObject({ score: 1, activated: true, toolCalls: 1, tokens: { input: 3, output: 1 } })
    expect(without).toMatchObject({
      score: 0,
      activated: false,
      timedOut: false,
      note: 'the check ended with exit code 1',
    })
  })

  it('gives the agent the prompt and its usual arguments, then those of the person, in a copy at the commit', async () => {
    const { path, git, commit } = repository()
    writeFileSync(join(path, 'part', 'notes.md'), 'later\n')
    git('commit', '-q', '-a', '-m', 'second')
    const { folder, scorer } = await scorerOf(
      'echo "$*" > $here/words; cat part/notes.md > $here/notes; env > $here/env; echo end',
      {
        words: ['--allow', 'git'],
      },
    )
    await scorer.try(TEXT, taskOf({ repository: { path, commit } }), 0, signal)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect([read('prompt'), read('words'), read('notes')]).toEqual([
      'write the magic word',
      '--model usual --allow git\n',
      'one\n',
    ])
    expect(read('env')).toContain('WAYLAND_CHILD=1')
    expect(read('env')).toMatch(/^TMPDIR=.*wayland-trial-\w+\/tmp$/m)
  })

  it('works in the folder of a project that is a part of its repository', async () => {
    const { path, commit } = repository()
    const { folder, scorer } = await scorerOf('ls > $here/files; git status --short > $here/status; echo end')
    await scorer.try(TEXT, taskOf({ repository: { path: join(path, 'part'), commit } }), 0, signal)
    expect(readFileSync(join(folder, 'files'), 'utf8')).toBe('notes.md\n')
    expect(readFileSync(join(folder, 'status'), 'utf8')).toBe('')
  })

  it('does without a repository', async () => {
    const { scorer } = await scorerOf(OBEDIENT)
    expect((await scorer.try(TEXT, taskOf(), 0, signal)).score).toBe(1)
  })

  it('runs the setup before the agent, and takes the skill of the repository away from both arms', async () => {
    const { path, git } = repository()
    mkdirSync(join(path, '.claude', 'skills', 'magic-word'), { recursive: true })
    writeFileSync(join(path, '.claude', 'skills', 'magic-word', 'SKILL.md'), 'old')
    git('add', '-A')
    git('commit', '-q', '-m', 'skill')
    const { folder, scorer } = await scorerOf(
      'test -e .claude/skills/magic-word && touch $here/seen; cat ready > $here/ready; echo end',
    )
    const task = taskOf({ repository: { path, commit: git('rev-parse', 'HEAD') }, setup: 'echo yes > ready' })
    await scorer.try(undefined, task, 0, signal)
    expect([existsSync(join(folder, 'seen')), readFileSync(join(folder, 'ready'), 'utf8')]).toEqual([false, 'yes\n'])
  })

  it('tells whether the skill was loaded', async () => {
    const { scorer } = await scorerOf('echo FLAMINGO > word; echo "call ls"; echo end')
    expect(await scorer.try(TEXT, taskOf(), 0, signal)).toMatchObject({ score: 1, activated: false, toolCalls: 1 })
  })

  it('does not take a call that failed for loading it', async () => {
    const { scorer } = await scorerOf('echo "call cat .agents/skills/magic-word/SKILL.md failed"; echo end')
    expect(await scorer.try(TEXT, taskOf(), 0, signal)).toMatchObject({ activated: false, toolCalls: 1 })
  })

  it('that takes too long is no failure', async () => {
    const { scorer } = await scorerOf('sleep 60', { timeoutMs: 300 })
    expect(await scorer.try(TEXT, taskOf(), 0, signal)).toMatchObject({
      timedOut: true,
      note: 'The agent took longer than 0.3 s and was ended',
    })
  })

  it('in which the agent broke off is judged by its check, and told', async () => {
    const { scorer } = await scorerOf('echo "call ls"; echo no luck >&2; exit 4')
    const { score, note } = await scorer.try(TEXT, taskOf(), 0, signal)
    expect([score, note]).toEqual([
      0,
      'The agent ended with exit code 4: no luck; the check ended with exit code 1: cat: word: No such file or directory',
    ])
  })
})

describe('what cannot be tried is told', () => {
  test.each([
    [
      'an agent that is not signed in',
      'echo please sign in >&2; exit 1',
      {},
      'did nothing: it ended with exit code 1: please sign in',
    ],
    ['a task without a check', OBEDIENT, { check: '' }, 'Task t1 has no check'],
    [
      'a setup that fails',
      OBEDIENT,
      { setup: 'echo oh >&2; exit 2' },
      'The setup of task t1 ended with exit code 2: oh',
    ],
    ['no repository', OBEDIENT, { repository: { path: '/', commit: 'HEAD' } }, '/ is no git repository'],
  ])('%s', async (_, script, more, words) => {
    const { scorer } = await scorerOf(script)
    await expect(scorer.try(TEXT, taskOf(more), 0, signal)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(words),
    })
  })

  it.each(['0123456789', '--all', 'HEAD~7'])('a commit %s that there is not', async (commit) => {
    const { scorer } = await scorerOf(OBEDIENT)
    const task = taskOf({ repository: { path: repository().path, commit } })
    await expect(scorer.try(TEXT, task, 0, signal)).rejects.toThrow(`has no commit ${commit}`)
  })

  it('a skill that the person has anyway', async () => {
    const ownSkills = [scratch()]
    mkdirSync(join(ownSkills[0]!, 'magic-word'))
    await expect(scorerOf(OBEDIENT, { ownSkills })).rejects.toThrow('The agent has the skill magic-word in')
  })

  it('a repository whose folder of skills leads elsewhere, where nothing is removed', async () => {
    const { path, git } = repository()
    const own = scratch()
    mkdirSync(join(own, 'magic-word'))
    mkdirSync(join(path, '.claude'))
    symlinkSync(own, join(path, '.claude', 'skills'))
    git('add', '-A')
    git('commit', '-q', '-m', 'link')
    const { scorer } = await scorerOf(OBEDIENT)
    const task = taskOf({ repository: { path, commit: git('rev-parse', 'HEAD') } })
    await expect(scorer.try(TEXT, task, 0, signal)).rejects.toThrow('is a link to')
    expect(existsSync(join(own, 'magic-word'))).toBe(true)
  })
})
