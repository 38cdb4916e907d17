import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { locateSession } from '../../src/engines/transcripts.ts'
import { scratch } from '../scratch.ts'

function home() {
  const root = scratch()
  const projects = join(root, 'projects')
  mkdirSync(join(projects, '-proj-app'), { recursive: true })
  const path = join(projects, '-proj-app', 's1.jsonl')
  writeFileSync(path, '{}\n')
  return { root, projects, path }
}
const at = (transcriptPath: string, folder: string) =>
  locateSession('claude-code', { sessionId: 's1', transcriptPath }, [folder])

it('is the file that the hook named, by its real path', async () => {
  const { projects, path, root } = home()
  expect(await at(path, projects)).toEqual({ path })
  symlinkSync(projects, join(root, 'link'))
  expect(await at(join(root, 'link', '-proj-app', 's1.jsonl'), join(root, 'link'))).toEqual({ path })
})

it('is missing while nothing is there', async () => {
  const { projects } = home()
  expect(await at(join(projects, '-proj-app', 's2.jsonl'), projects)).toHaveProperty('missing')
  expect(await locateSession('gemini', { sessionId: 's1' }, [projects])).toHaveProperty('missing')
})

it('is refused outside the engine’s folder, whichever way it gets out', async () => {
  const { root, projects } = home()
  const outside = join(root, 'secret.jsonl')
  writeFileSync(outside, '{}\n')
  mkdirSync(join(root, 'projects-evil'))
  writeFileSync(join(root, 'projects-evil', 'a.jsonl'), '{}\n')
  symlinkSync(outside, join(projects, 'link.jsonl'))
  for (const path of [
    outside,
    join(projects, '..', 'secret.jsonl'),
    join(root, 'projects-evil', 'a.jsonl'),
    join(projects, 'link.jsonl'),
  ])
    expect(await at(path, projects), path).toHaveProperty('refused')
  expect(await at(outside, join(root, 'no such folder'))).toHaveProperty('refused')
  expect(await locateSession('claude-code', { sessionId: 's1', transcriptPath: outside }, [])).toHaveProperty('refused')
})

it('is refused when it is no transcript: another kind of file, a folder, a device, something huge', async () => {
  const { projects, path } = home()
  writeFileSync(join(projects, '.credentials.json5'), '{}')
  mkdirSync(join(projects, 'folder.jsonl'))
  symlinkSync('/dev/zero', join(projects, 'zero.jsonl'))
  for (const name of ['.credentials.json5', 'folder.jsonl', 'zero.jsonl'])
    expect(await at(join(projects, name), projects), name).toHaveProperty('refused')
  expect(await at('s1.jsonl', projects)).toHaveProperty('refused')
  truncateSync(path, 2 * 1024 ** 3 + 1)
  expect(await at(path, projects)).toHaveProperty('refused')
})

it('is refused where it is a hard link to a file elsewhere, and read again when the other name is gone', async () => {
  const { root, projects } = home()
  const outside = join(root, 'private.jsonl')
  const inside = join(projects, 'linked.jsonl')
  writeFileSync(outside, '{}\n')
  linkSync(outside, inside)
  expect(await at(inside, projects)).toMatchObject({ refused: expect.stringContaining('hard link') })
  rmSync(outside)
  expect(await at(inside, projects)).toEqual({ path: inside })
})

it('is found by its session where Codex and Claude Code name none', async () => {
  const { root, projects, path } = home()
  expect(await locateSession('claude-code', { sessionId: 's1', cwd: '/proj/app' }, [projects])).toEqual({ path })
  const day = join(root, 'sessions', '2026', '10', '01')
  mkdirSync(day, { recursive: true })
  mkdirSync(join(root, 'sessions', '2026', '09', '30'), { recursive: true })
  const rollout = join(day, 'rollout-2026-10-01T10-00-00-0199-made.jsonl')
  writeFileSync(rollout, '{}\n')
  const folders = [join(root, 'sessions')]
  expect(await locateSession('codex', { sessionId: '0199-made' }, folders)).toEqual({ path: rollout })
  expect(await locateSession('codex', { sessionId: 'other' }, folders)).toHaveProperty('missing')
  expect(await locateSession('codex', { sessionId: '../../x' }, folders)).toHaveProperty('missing')
})
