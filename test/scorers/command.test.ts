import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { openCommandScorer } from '../../src/scorers/command.ts'
import { scratch } from '../scratch.ts'

const task: ProofTask = { id: 'one', family: 'f', prompt: 'do it "now"', check: 'true' }
const { signal } = new AbortController()
const scorer = (command: string, timeoutMs = 10_000, folder = scratch()) =>
  openCommandScorer({ command, folder, timeoutMs, env: { PATH: process.env.PATH } })

/** Whether a process runs; one that ended and was not collected by its parent does not. */
const runs = (pid: number): boolean =>
  !/^(?:Z|$)/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim())

describe('a command that scores', () => {
  it('gets the text on stdin and the task in a file, and its last line is the score', async () => {
    const folder = scratch()
    const given =
      'cat > text; cp "$WAYLAND_TASK_FILE" task; echo "$WAYLAND_TASK_FILE" > place; env > env; echo working; echo 0.25'
    const sample = await scorer(given, 10_000, folder).try('the text', task, 3, signal)
    expect(sample).toMatchObject({ score: 0.25, timedOut: false, tokens: 'unknown', activated: null })
    expect(readFileSync(join(folder, 'text'), 'utf8')).toBe('the text')
    expect(JSON.parse(readFileSync(join(folder, 'task'), 'utf8'))).toEqual(task)
    const env = readFileSync(join(folder, 'env'), 'utf8').split('\n')
    expect(env).toEqual(expect.arrayContaining(['WAYLAND_CHILD=1', 'WAYLAND_REPEAT=3', 'WAYLAND_SKILL=with']))
    expect(existsSync(readFileSync(join(folder, 'place'), 'utf8').trim())).toBe(false)
  })

  it('is told where there is no skill', async () => {
    const without = scorer('test -z "$(cat)" && test "$WAYLAND_SKILL" = without && echo 1')
    expect((await without.try(undefined, task, 0, signal)).score).toBe(1)
  })

  it('may leave its stdin unread', async () => {
    expect((await scorer('echo 1').try('x'.repeat(2 ** 20), task, 0, signal)).score).toBe(1)
  })

  test.each([
    [
      'ends with an error',
      'echo broken >&2; exit 3',
      'For task one the scoring command ended with exit code 3: broken',
    ],
    [
      'prints no number',
      'echo fine',
      'For task one the scoring command printed "fine" last, which is no number from 0 to 1',
    ],
    ['prints a percentage', 'echo 80', 'printed "80" last'],
    ['prints nothing', 'true', 'For task one the scoring command printed nothing'],
    ['prints without end', 'yes', 'printed more than 2 MiB'],
  ])('that %s is reported as an error', async (_, command, words) => {
    await expect(scorer(command).try('', task, 0, signal)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(words),
    })
  })

  it('is ended with all that it started when its time is up, which is no error', async () => {
    const folder = scratch()
    const sample = await scorer('sleep 60 & echo $! > pid; wait', 300, folder).try('', task, 0, signal)
    expect(sample).toMatchObject({ score: 0, timedOut: true, note: 'it took longer than 0.3 s and was ended' })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => runs(pid)).toBe(false)
  })

  it('is over when it ends, whatever it leaves running', async () => {
    const folder = scratch()
    const sample = await scorer('sleep 60 & echo $! > pid; echo 1', 30_000, folder).try('', task, 0, signal)
    expect(sample).toMatchObject({ score: 1, timedOut: false })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => runs(pid)).toBe(false)
  })

  it('is ended with the signal', async () => {
    const ending = new AbortController()
    const trying = scorer('sleep 60').try('', task, 0, ending.signal)
    setTimeout(() => ending.abort(new Error('the person left')), 100)
    await expect(trying).rejects.toThrow('the person left')
  })
})
