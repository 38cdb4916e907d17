import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { transcriptFiles } from '../../src/engines/transcripts.ts'
import { FIXTURES } from './conformance.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'transcript-files-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const listed = async (path: string, engine: 'auto' | 'codex' | 'gemini' = 'auto') => {
  const files: [string, string | undefined][] = []
  for await (const file of transcriptFiles(engine, path)) files.push([relative(path, file.path), file.engine])
  return files
}

describe('transcriptFiles', () => {
  it('tells the engine of every real file from its first lines', async () => {
    const files = await listed(FIXTURES)
    expect(files.length).toBeGreaterThan(20)
    for (const [path, engine] of files)
      expect([path, engine]).toEqual([path, path.split('/')[0]!.replace('-exec-json', '')])
  })

  it('walks in sorted order, takes .jsonl and .json only, and follows no link', async () => {
    const session = join(FIXTURES, 'claude-code/entire-02.jsonl')
    mkdirSync(join(home, 'b/c'), { recursive: true })
    cpSync(session, join(home, 'z.jsonl'))
    cpSync(session, join(home, 'b/c/y.jsonl'))
    writeFileSync(join(home, 'a.txt'), 'no')
    writeFileSync(join(home, 'package.json'), '{"name":"x","version":"1"}')
    writeFileSync(join(home, 'empty.jsonl'), '')
    symlinkSync(home, join(home, 'b/loop'))
    symlinkSync(session, join(home, 'b/link.jsonl'))
    expect(await listed(home)).toEqual([
      ['b/c/y.jsonl', 'claude-code'],
      ['empty.jsonl', undefined],
      ['package.json', undefined],
      ['z.jsonl', 'claude-code'],
    ])
    expect(await listed(join(home, 'z.jsonl'))).toEqual([['', 'claude-code']])
    expect(await listed(join(home, 'z.jsonl'), 'codex')).toEqual([['', 'codex']])
  })

  it('knows no session of another agent that looks like one of ours', async () => {
    const line = (role: string) => `{"role":"${role}","message":{"content":[{"type":"text","text":"add a test"}]}}\n`
    writeFileSync(join(home, 'agent.jsonl'), line('user') + line('assistant'))
    // And events of Kimi Code, of families that Codex has, too.
    writeFileSync(join(home, 'wire.jsonl'), '{"type":"turn.prompt","input":[]}\n{"type":"turn.cancel"}\n')
    expect(await listed(home)).toEqual([
      ['agent.jsonl', undefined],
      ['wire.jsonl', undefined],
    ])
  })

  it('takes an agent by its word but for what cannot be a session of it, unless that is named itself', async () => {
    writeFileSync(join(home, 'settings.json'), '{\n  "theme": "dark"\n}')
    writeFileSync(join(home, 'unheard-of.jsonl'), '{"kind":"new"}\n')
    expect(await listed(home, 'codex')).toEqual([
      ['settings.json', undefined],
      ['unheard-of.jsonl', 'codex'],
    ])
    expect(await listed(join(home, 'settings.json'), 'codex')).toEqual([['', 'codex']])
    expect(await listed(home, 'gemini')).toEqual([
      ['settings.json', 'gemini'],
      ['unheard-of.jsonl', 'gemini'],
    ])
  })

  it('refuses a path at which nothing is', async () => {
    await expect(listed(join(home, 'none'))).rejects.toMatchObject({ code: 'not_found' })
  })
})
