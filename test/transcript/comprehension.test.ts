import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHILD_MARK } from '../../src/domain/child-mark.ts'
import { readTranscript } from '../../src/engines/transcripts.ts'
import type { TranscriptEvent } from '../../src/transcript/read-transcript.ts'
import { type ResumePoint, streamTranscript } from '../../src/transcript/read-transcript.ts'
import { readerOf } from '../engines/loaded.ts'
import { scratch } from '../scratch.ts'

const line = (entry: object) => `${JSON.stringify(entry)}\n`
const META = line({ type: 'session_meta', payload: { id: 's', cwd: '/p', cli_version: '0.999.1' } })
/** As a later Codex might write a prompt and its answer. */
const LATER =
  line({ type: 'event_msg', payload: { type: 'entry_added', entry: { kind: 'HumanInput', said: 'add tests' } } }) +
  line({ type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } })
const KNOWN =
  line({ type: 'event_msg', payload: { type: 'user_message', message: 'add tests' } }) +
  line({ type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } })

const ANSWER = line({
  type: 'assistant',
  version: '2.1.330',
  message: { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }] },
})
const NOTIFIED =
  line({
    type: 'user',
    version: '2.1.330',
    message: { role: 'user', content: '<task-notification>done</task-notification>' },
  }) + ANSWER

function file(text: string): string {
  const path = join(scratch(), 'rollout.jsonl')
  writeFileSync(path, text)
  return path
}

async function read(events: AsyncIterable<TranscriptEvent>) {
  let turns = 0
  for await (const event of events) {
    if (event.kind === 'turn') turns++
    if (event.kind === 'end')
      return { turns, end: event, resume: JSON.parse(JSON.stringify(event.resume)) as ResumePoint }
  }
  throw new Error('there was no end')
}

it('tells a conversation without a prompt, with the version that wrote it', async () => {
  const { resume } = await read(readTranscript('codex', file(META + LATER)))
  expect(resume).toMatchObject({ found: false, misread: { lines: 2, version: '0.999.1' } })
})

it('tells a signed file of unknown kinds, though nothing in it looks like a conversation', async () => {
  const strange = Array.from({ length: 6 }, (_, n) => line({ type: 'unit', payload: { n, body: 'add tests' } })).join(
    '',
  )
  const { resume } = await read(readTranscript('codex', file(META + strange)))
  expect(resume.misread).toEqual({ lines: 6, version: '0.999.1' })
  const unsigned = await read(readTranscript('codex', file(strange)))
  expect(unsigned.resume.misread).toBeUndefined()
})

it.each<[string, string, string]>([
  ['with nothing in it', 'codex', ''],
  ['of a session in which nothing was asked', 'codex', META + line({ type: 'turn_context', payload: { cwd: '/p' } })],
  ['with kinds of lines that are no conversation', 'codex', META + line({ type: 'clock_sync', payload: { at: 1 } })],
  [
    'of a run inside another',
    'claude-code',
    line({ type: 'user', isSidechain: true, message: { role: 'user', content: 'x' } }),
  ],
  [
    'of a question that we asked an agent',
    'claude-code',
    line({ type: 'user', message: { role: 'user', content: `${CHILD_MARK}\n\nYou read the record.` } }) +
      line({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: '{}' }] } }),
  ],
  [
    'of a sub-agent',
    'codex',
    line({ type: 'session_meta', payload: { id: 's', cli_version: '0.147.0', source: { subagent: { other: 'g' } } } }) +
      line({ type: 'event_msg', payload: { type: 'task_started', turn_id: '1' } }) +
      KNOWN +
      line({ type: 'response_item', payload: { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' } }),
  ],
  ['with nothing but what the agent did after notifications', 'claude-code', NOTIFIED],
  ['of a command of the program', 'claude-code', line({ type: 'summary', summary: 'x', leafUuid: 'y' })],
  ['with a prompt, whatever follows', 'codex', META + KNOWN + LATER],
])('says nothing of a file %s', async (_, engine, text) => {
  expect((await read(readTranscript(engine, file(text)))).resume.misread).toBeUndefined()
})

it('goes on counting as the file grows, until a prompt is found', async () => {
  const path = file(META)
  const first = await read(readTranscript('codex', path))
  expect(first.resume.misread).toBeUndefined()
  appendFileSync(path, LATER)
  const second = await read(readTranscript('codex', path, { from: first.resume }))
  expect(second.resume.misread).toEqual({ lines: 2, version: '0.999.1' })
  appendFileSync(path, LATER)
  const third = await read(readTranscript('codex', path, { from: second.resume }))
  expect(third.resume.misread?.lines).toBe(4)
  appendFileSync(path, KNOWN)
  const fourth = await read(readTranscript('codex', path, { from: third.resume }))
  expect(fourth).toMatchObject({ turns: 1, resume: { found: true } })
  expect(fourth.resume.misread).toBeUndefined()
})

it('knows what the agent does after a notification also where an earlier read ended there', async () => {
  const path = file(NOTIFIED)
  const first = await read(readTranscript('claude-code', path))
  appendFileSync(path, ANSWER)
  const second = await read(readTranscript('claude-code', path, { from: first.resume }))
  expect(second.end.unchanged).toBe(false)
  expect(second.resume.misread).toBeUndefined()
})

it('is read from its start by another version of the reader, where no prompt was found, and else gone on with', async () => {
  const path = file(META + LATER)
  const by = (version: number, from?: ResumePoint) =>
    read(streamTranscript(path, (context) => readerOf('codex', 's', context), { version, from }))
  const first = await by(1)
  expect((await by(1, first.resume)).end.unchanged).toBe(true)
  expect((await by(2, first.resume)).end).toMatchObject({ unchanged: false, restarted: true, lines: 3 })
  writeFileSync(path, META + KNOWN)
  const found = await by(1)
  expect((await by(2, found.resume)).end.unchanged).toBe(true)
})
