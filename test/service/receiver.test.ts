import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { scratch } from '../scratch.ts'

/** A loop over a home of its own, and a session of Claude Code in it that grows line by line. */
async function session() {
  const root = scratch()
  const projects = join(root, '.claude', 'projects', 'p')
  mkdirSync(projects, { recursive: true })
  const file = join(projects, 's1.jsonl')
  let clock = Date.parse('2026-10-01T10:00:00Z')
  const settings = { 'config.dir': join(root, 'config'), 'data.dir': join(root, 'data'), seed: 1 }
  const loop = await openSkillLoop({
    env: { CLAUDE_CONFIG_DIR: join(root, '.claude') },
    settings,
    now: () => new Date(clock),
  })
  onTestFinished(() => loop[Symbol.asyncDispose]())
  const line = (value: object) =>
    appendFileSync(file, `${JSON.stringify({ sessionId: 's1', cwd: '/proj', isSidechain: false, ...value })}\n`)
  return {
    root,
    file,
    loop,
    line,
    later: (ms: number) => {
      clock += ms
    },
    at: (ms: number) => {
      clock = ms
    },
    prompt: (uuid: string, content: string) =>
      line({ type: 'user', uuid, timestamp: '2026-10-01T10:00:00Z', message: { role: 'user', content } }),
    calls: (id: string, command: string) =>
      line({
        type: 'assistant',
        message: {
          id: `m${id}`,
          role: 'assistant',
          content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
        },
      }),
    result: (id: string, is_error = false) =>
      line({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error, content: 'ok' }] },
      }),
    says: (text: string, stop_reason: string | null = null) =>
      line({
        type: 'assistant',
        message: { id: 'last', role: 'assistant', content: [{ type: 'text', text }], stop_reason },
      }),
    stop: (last?: string, more: object = {}) => ({
      session_id: 's1',
      transcript_path: file,
      hook_event_name: 'Stop',
      ...(last === undefined ? {} : { last_assistant_message: last }),
      ...more,
    }),
  }
}

describe('the end of a turn', () => {
  it('is known to be read where an event of a later turn had it read, once for each end', async () => {
    const { loop, prompt, says, stop } = await session()
    const asked = { later: true, at: Date.parse('2026-10-01T10:00:00Z') }
    for (const [i, words] of ['Done.', 'Done.', 'Last.'].entries()) {
      prompt(`u${i}`, `review branch ${i}`)
      says(words)
    }
    const receive = async (words: string) =>
      (await loop.upkeep.receive('claude-code', stop(words), asked)).filter(({ status }) => status === 'recorded')
        .length
    expect(await receive('Last.')).toBe(3)
    expect([await receive('Done.'), await receive('Done.')]).toEqual([0, 0])
    await expect(receive('Done.')).rejects.toMatchObject({ code: 'transcript_behind' })
  })

  it('with the words of an earlier one is not taken for it, where an event stood for both', async () => {
    const { loop, prompt, says, stop } = await session()
    const asked = { later: true, at: Date.parse('2026-10-01T10:00:00Z') }
    const receive = async (id: string) =>
      (await loop.upkeep.receive('claude-code', stop('Done.', { prompt_id: id }), asked)).map(({ status }) => status)
    for (const id of ['u1', 'u2']) {
      prompt(id, `review branch ${id}`)
      says('Done.')
    }
    expect(await receive('u2')).toEqual(['recorded', 'recorded'])
    prompt('u3', 'review branch 3')
    await expect(receive('u3')).rejects.toMatchObject({ code: 'transcript_behind' })
    says('Done.')
    expect((await receive('u3')).at(-1)).toBe('recorded')
    expect((await loop.upkeep.tally()).turns).toBe(3)
  })

  it('that was only stored is counted with many others without holding up a prompt', async () => {
    const { loop, prompt, says, stop } = await session()
    for (let i = 0; i < 100; i++) {
      prompt(`u${i}`, `explain part ${i.toString(36)} of the design`)
      says('Done.')
    }
    await loop.upkeep.receive('claude-code', stop('Done.'), { later: true, asItIs: true })
    let turns = 0
    let ended = false
    const other = async () => {
      for (; !ended; turns++) await setImmediate()
    }
    const beside = other()
    expect(await loop.upkeep.count()).toBe(100)
    ended = true
    await beside
    expect(turns).toBeGreaterThan(3)
  })

  it('has the transcript read on, once however often it is told', async () => {
    const { loop, prompt, says, stop } = await session()
    prompt('u1', 'review the branch')
    says('Done.')
    expect(await loop.upkeep.receive('claude-code', stop('Done.'))).toMatchObject([{ status: 'recorded', streak: 1 }])
    await loop.upkeep.receive('claude-code', stop('Done.')).catch(() => {})
    prompt('u2', 'review the other branch')
    says('Done too.')
    const again = await loop.upkeep.receive('claude-code', stop('Done too.'))
    expect(again.map(({ status }) => status)).toEqual(['known', 'recorded'])
    expect((await loop.upkeep.tally()).turns).toBe(2)
  })

  it('comes before its transcript is written: then it is to be told again, and nothing is recorded', async () => {
    const { loop, prompt, calls, result, says, stop } = await session()
    prompt('u1', 'review the branch')
    calls('t1', 'git diff')
    await expect(loop.upkeep.receive('claude-code', stop('Done.'))).rejects.toMatchObject({ code: 'transcript_behind' })
    result('t1')
    await expect(loop.upkeep.receive('claude-code', stop('Done.'))).rejects.toMatchObject({ code: 'transcript_behind' })
    expect((await loop.upkeep.tally()).turns).toBe(0)
    says('Done.')
    expect(await loop.upkeep.receive('claude-code', stop('Done.'))).toMatchObject([{ status: 'recorded', streak: 1 }])
  })

  it('is known to be missing by its last message, also when the turn before it is whole', async () => {
    const { loop, prompt, says, stop } = await session()
    prompt('u1', 'review the branch')
    says('Done.')
    await expect(loop.upkeep.receive('claude-code', stop('Something else.'))).rejects.toMatchObject({
      code: 'transcript_behind',
    })
    expect((await loop.upkeep.tally()).turns).toBe(0)
    prompt('u2', 'now the other one')
    says('Something else.')
    expect(await loop.upkeep.receive('claude-code', stop('Something else.'))).toHaveLength(2)
  })

  it('is not what was said on the way to it: what comes after that may fail', async () => {
    const { loop, prompt, calls, result, says, stop } = await session()
    prompt('u1', 'run the tests')
    says('I will run them.')
    await expect(loop.upkeep.receive('claude-code', stop('They fail.'))).rejects.toMatchObject({
      code: 'transcript_behind',
    })
    calls('t1', 'npm test')
    result('t1', true)
    says('They fail.')
    const [receipt] = await loop.upkeep.receive('claude-code', stop('They fail.'))
    expect(receipt).toMatchObject({ status: 'recorded', streak: 0, reason: expect.stringContaining('failed') })
  })

  it('is not seen in words alone where no hook has told of it, but in the engine’s own word for it', async () => {
    const { loop, prompt, says, stop } = await session()
    prompt('u1', 'review the branch')
    says('I will write the file.')
    await expect(loop.upkeep.receive('claude-code', stop(), { onlyTold: true })).rejects.toMatchObject({
      code: 'transcript_behind',
    })
    expect((await loop.upkeep.tally()).turns).toBe(0)
    says('Done.', 'end_turn')
    expect(await loop.upkeep.receive('claude-code', stop(), { onlyTold: true })).toMatchObject([{ status: 'recorded' }])
  })

  it('tells nothing of a turn that began after it, however late it is read', async () => {
    const { loop, line, prompt, says, stop } = await session()
    const at = Date.parse('2026-10-01T10:00:30Z')
    prompt('u1', 'review the branch')
    says('Done.')
    line({
      type: 'user',
      uuid: 'u2',
      timestamp: '2026-10-01T10:01:00Z',
      message: { role: 'user', content: 'review the other branch' },
    })
    says('I will write the file.')
    const late = { at, asItIs: true }
    expect(await loop.upkeep.receive('claude-code', stop('Done.'), late)).toHaveLength(1)
    expect((await loop.upkeep.tally()).turns).toBe(1)
    expect(
      await loop.upkeep.receive('claude-code', stop('I will write the file.', { prompt_id: 'u2' }), late),
    ).toHaveLength(2)
  })

  it('is taken as it is also after it was left, though nothing was added', async () => {
    const { loop, prompt, says, stop } = await session()
    prompt('u1', 'review the branch')
    says('Done.')
    await expect(loop.upkeep.receive('claude-code', stop('Something else.'))).rejects.toMatchObject({
      code: 'transcript_behind',
    })
    const asItIs = await loop.upkeep.receive('claude-code', stop('Something else.'), { asItIs: true })
    expect(asItIs).toMatchObject([{ status: 'recorded', streak: 1 }])
  })

  it('is taken as it is when nothing more comes: an unknown end is no evidence, and is completed later', async () => {
    const { loop, prompt, calls, result, says, stop } = await session()
    prompt('u1', 'review the branch')
    calls('t1', 'git diff')
    result('t1')
    const asItIs = await loop.upkeep.receive('claude-code', stop('Done.'), { asItIs: true })
    expect(asItIs).toMatchObject([{ status: 'recorded', streak: 0 }])
    says('Done.')
    expect(await loop.upkeep.receive('claude-code', stop('Done.'))).toMatchObject([{ status: 'recorded', streak: 1 }])
    expect((await loop.upkeep.tally()).turns).toBe(1)
  })

  it('is there already when another reader came first, once the file has settled', async () => {
    const { loop, file, prompt, says, stop, at } = await session()
    prompt('u1', 'review the branch')
    says('Done.')
    await loop.upkeep.import('claude-code', file)
    at(Date.now())
    await expect(loop.upkeep.receive('claude-code', stop('Done.'))).rejects.toMatchObject({ code: 'transcript_behind' })
    at(Date.now() + 60_000)
    expect(await loop.upkeep.receive('claude-code', stop('Done.'))).toEqual([])
    expect((await loop.upkeep.tally()).turns).toBe(1)
  })
})

it('the end of a session waits for the words that end its last turn, such as an error, and then takes what there is', async () => {
  const { loop, prompt, calls, stop } = await session()
  prompt('u1', 'review the branch')
  calls('t1', 'git diff')
  const ended = stop(undefined, { hook_event_name: 'SessionEnd', reason: 'other' })
  await expect(loop.upkeep.receive('claude-code', ended)).rejects.toMatchObject({ code: 'transcript_behind' })
  expect((await loop.upkeep.tally()).turns).toBe(0)
  const asItIs = await loop.upkeep.receive('claude-code', ended, { asItIs: true })
  expect(asItIs).toMatchObject([{ status: 'recorded', streak: 0 }])
})

it('a transcript elsewhere is refused, one that is missing is to be read later, other events are nothing', async () => {
  const { root, loop, stop } = await session()
  writeFileSync(join(root, 'other.jsonl'), '{}')
  const elsewhere = stop('x', { transcript_path: join(root, 'other.jsonl') })
  await expect(loop.upkeep.receive('claude-code', elsewhere)).rejects.toMatchObject({ code: 'bad_transcript' })
  await expect(loop.upkeep.receive('claude-code', stop('x'))).rejects.toMatchObject({ code: 'transcript_behind' })
  for (const payload of [stop('x', { hook_event_name: 'PreToolUse' }), stop('x', { agent_id: 'a' }), 7, null, 'x'])
    expect(await loop.upkeep.receive('claude-code', payload)).toEqual([])
  expect(await loop.upkeep.receive('nobody', stop('x'))).toEqual([])
})
