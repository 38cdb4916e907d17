import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { findEngine } from '../../../src/engines/engines.ts'
import { engineFolders, sessionFolders } from '../../../src/engines/folders.ts'
import { createReader, readTranscript, transcriptFiles } from '../../../src/engines/transcripts.ts'
import type { ReaderOutput } from '../../../src/transcript/reader.ts'
import { scratch } from '../../scratch.ts'
import { FIXTURES } from '../conformance.ts'
import { shown, TYPED_WHILE_WORKING } from './typed.ts'

const fixture = (name: string) => join(FIXTURES, 'opencode', `1.18.33-${name}.json`)

const turnsIn = (outputs: readonly ReaderOutput[]) => outputs.flatMap((one) => (one.kind === 'turn' ? [one.turn] : []))

async function turnsOf(session: object) {
  const format = await findEngine('opencode')?.transcript?.()
  if (format === undefined) throw new Error('OpenCode has no reader')
  const reader = createReader(format, 'file')
  return turnsIn([...reader.push(JSON.stringify(session), { line: 1, offset: 0 }), ...reader.end()])
}

describe('what `opencode export` printed', () => {
  it.each([
    ['review', 'review the changes on the branch', 'success', [true, true]],
    ['fail', 'translate the greeting file into french', 'failure', [true, false]],
    ['broken', 'profile the slow start of the server', 'failure', [true]],
  ] as const)('of a session is its turns: %s', async (name, prompt, outcome, calls) => {
    for await (const { engine } of transcriptFiles('auto', fixture(name))) expect(engine).toBe('opencode')
    const turns = []
    for await (const event of readTranscript('opencode', fixture(name)))
      if (event.kind === 'turn') turns.push(event.turn)
    expect(turns).toMatchObject([
      { userInput: prompt, outcome, engine: 'opencode', projectDir: '/home/person/project' },
    ])
    expect(turns[0]?.promptId).toMatch(/^msg_/)
    expect(turns[0]?.toolCalls?.map(({ ok }) => ok)).toEqual(calls)
  })

  const session = JSON.parse(readFileSync(fixture('review'), 'utf8')) as {
    readonly info: object
    readonly messages: readonly { readonly info: { readonly role: string }; readonly parts: readonly object[] }[]
  }
  const [asked, ...answers] = session.messages

  it('is nothing where the session is part of another one', async () => {
    expect(await turnsOf({ ...session, info: { ...session.info, parentID: 'ses_1' } })).toEqual([])
  })

  it('has no words that a plugin put in, and no quotes of the command line', async () => {
    const parts = [
      { type: 'text', text: '"tidy \\"a\\" and b"' },
      { type: 'text', text: 'a hint', synthetic: true },
    ]
    expect(await turnsOf({ ...session, messages: [{ ...asked, parts }, ...answers] })).toMatchObject([
      { userInput: 'tidy "a" and b' },
    ])
  })

  it.each(TYPED_WHILE_WORKING)('has what was typed %s', async (_, messages, requests) => {
    const turns = await turnsOf({ info: { id: 'ses_1', directory: '/work' }, messages })
    expect(turns.map(shown)).toEqual(requests)
  })

  it.each([
    ['aborted', { status: 'error', error: 'Tool execution aborted' }, null],
    ['denied', { status: 'error', error: 'The user rejected permission to use this specific tool call.' }, null],
    [
      'out of time',
      { status: 'completed', metadata: { exit: null }, output: 'terminated after exceeding timeout' },
      false,
    ],
    ['ended by a signal', { status: 'completed', metadata: { exit: null }, output: '' }, null],
    ['in the middle', { status: 'running' }, null],
    ['of a tool that there is not', { status: 'completed', title: 'Invalid Tool', output: 'unavailable' }, false],
  ])('of a call that is %s tells what its plugin tells', async (_, state, ok) => {
    const parts = [{ type: 'tool', tool: 'bash', callID: 'c1', state: { input: { command: 'make' }, ...state } }]
    const [turn] = await turnsOf({ ...session, messages: [asked, { info: { role: 'assistant', id: 'm1' }, parts }] })
    expect(turn?.toolCalls).toMatchObject([{ name: 'bash', ok }])
  })
})

describe('its database', () => {
  /** A database as 1.18.33 makes it, with these sessions. */
  function databaseOf(sessions: readonly Exported[]): string {
    const path = join(scratch(), 'opencode.db')
    const db = new Sqlite(path)
    db.exec(`CREATE TABLE session (id text, parent_id text, directory text, time_created integer);
      CREATE TABLE message (id text, session_id text, time_created integer, data text);
      CREATE TABLE part (id text, message_id text, session_id text, data text)`)
    for (const { info, messages } of sessions) {
      db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)').run(info.id, info.parentID ?? null, info.directory, 1)
      for (const [i, { info: about, parts }] of messages.entries()) {
        const { id, ...data } = about
        db.prepare('INSERT INTO message VALUES (?, ?, ?, ?)').run(id, info.id, i, JSON.stringify(data))
        for (const [at, part] of parts.entries())
          db.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(`prt_${i}_${at}`, id, info.id, JSON.stringify(part))
      }
    }
    db.close()
    return path
  }

  const sessions = ['review', 'fail', 'broken'].map(
    (name) => JSON.parse(readFileSync(fixture(name), 'utf8')) as Exported,
  )
  const all = async (path: string) => {
    const turns = []
    for await (const event of readTranscript('opencode', path)) if (event.kind === 'turn') turns.push(event.turn)
    return turns
  }

  it('gives the turns that its sessions give when they are printed, and is not written to', async () => {
    const path = databaseOf(sessions)
    const before = readFileSync(path)
    const printed = await Promise.all(['review', 'fail', 'broken'].map((name) => all(fixture(name))))
    expect((await all(path)).map(({ timestamp: _, ...turn }) => turn).toSorted(byPrompt)).toEqual(
      printed
        .flat()
        .map(({ timestamp: _, ...turn }) => turn)
        .toSorted(byPrompt),
    )
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('of another shape is an error that says so', async () => {
    const path = join(scratch(), 'opencode.db')
    new Sqlite(path).exec('CREATE TABLE other (id text)').close()
    await expect(all(path)).rejects.toThrow(/Cannot read .*no such table: session/)
  })

  it('is where `import` looks without a path', () => {
    const folders = engineFolders('/home/u', {})
    expect(sessionFolders(folders, {}).opencode).toEqual(['/home/u/.local/share/opencode/opencode.db'])
    expect(sessionFolders(folders, { XDG_DATA_HOME: '/d' }).opencode).toEqual(['/d/opencode/opencode.db'])
  })
})

interface Exported {
  readonly info: { readonly id: string; readonly parentID?: string; readonly directory: string }
  readonly messages: readonly { readonly info: { readonly id: string }; readonly parts: readonly object[] }[]
}

const byPrompt = (a: { readonly userInput: string }, b: { readonly userInput: string }) =>
  a.userInput < b.userInput ? -1 : 1
