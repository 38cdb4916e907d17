import { expect, it } from 'vitest'
import { watchTranscripts } from '../../src/daemon/transcript-watch.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

it('names a transcript that has changed when it is quiet, once more when it has settled, and then no more', () => {
  let changed = 0
  const tail = watchTranscripts(() => changed)
  const payload = { transcript_path: '/s.jsonl', hook_event_name: 'turn_ended', last_words: 'x' }
  tail.watch({ engine: 'claude-code', payload, folders: [], at: 0, tries: 0 })
  const looks = (now: number) => tail.changed(now).map(({ settled }) => settled)
  expect(looks(5 * MINUTE)).toEqual([])
  changed = 6 * MINUTE
  expect(looks(changed + SECOND / 2)).toEqual([])
  expect(looks(changed + SECOND)).toEqual([false])
  expect(looks(changed + 9 * MINUTE)).toEqual([])
  expect(looks(changed + 10 * MINUTE)).toEqual([true])
  expect(looks(changed + 11 * MINUTE)).toEqual([])
  changed = 20 * MINUTE
  expect(looks(changed + 15 * MINUTE)).toEqual([true])
  expect(tail.changed(changed + 31 * MINUTE)).toEqual([])
  expect(tail.size).toBe(0)
})

it('waits for no time in the future that a clock gave a transcript', () => {
  let changed = 0
  const tail = watchTranscripts(() => changed)
  const payload = { transcript_path: '/s.jsonl', hook_event_name: 'turn_ended' }
  tail.watch({ engine: 'claude-code', payload, folders: [], at: 0, tries: 0 })
  changed = 60 * MINUTE
  expect(tail.changed(MINUTE).map(({ settled }) => settled)).toEqual([true])
  expect(tail.changed(2 * MINUTE)).toEqual([])
})

it('reads a changed transcript for whatever has ended in it, not for the end that the hook told of', () => {
  const tail = watchTranscripts(() => 1)
  const payload = { transcript_path: '/s.jsonl', hook_event_name: 'turn_ended', last_words: 'x', session_id: 's' }
  let at = 0
  const moving = watchTranscripts(() => at)
  moving.watch({ engine: 'claude-code', payload, folders: ['/f'], at: 0, tries: 0 })
  at = 1
  expect(moving.changed(at + SECOND)[0]?.job.payload).toEqual({
    transcript_path: '/s.jsonl',
    hook_event_name: 'turn_ended',
    session_id: 's',
  })
  tail.watch({
    engine: 'claude-code',
    payload: { ...payload, hook_event_name: 'session_ended' },
    folders: [],
    at: 0,
    tries: 0,
  })
  expect(tail.size).toBe(0)
})
