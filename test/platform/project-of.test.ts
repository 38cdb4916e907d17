import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectOf } from '../../src/platform/project-of.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'project-of-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always', ...words], {
    cwd,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: root },
  })

/** A repository with one commit. */
function repository(name: string): string {
  const folder = join(root, name)
  mkdirSync(join(folder, 'src'), { recursive: true })
  git(folder, 'init', '-q')
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first')
  return folder
}

describe('the project of a folder', () => {
  it('is its repository, from every folder in it', () => {
    const app = repository('app')
    expect(projectOf(app)).toBe(app)
    expect(projectOf(`${app}/`)).toBe(app)
    expect(projectOf(join(app, 'src'))).toBe(app)
    expect(projectOf(join(repository('other'), 'src'))).not.toBe(app)
  })

  it('is one for all worktrees of a repository, wherever they lie', () => {
    const app = repository('app')
    for (const place of ['app/.claude/worktrees/brave', 'beside', 'elsewhere/deep'])
      git(app, 'worktree', 'add', '-q', join(root, place))
    for (const place of ['app/.claude/worktrees/brave', 'beside', 'elsewhere/deep'])
      expect(projectOf(join(root, place))).toBe(app)
  })

  it('is the bare repository that worktrees lie beside', () => {
    const app = repository('app')
    git(root, 'clone', '-q', '--bare', app, join(root, 'app.git'))
    git(join(root, 'app.git'), 'worktree', 'add', '-q', join(root, 'one'))
    expect(projectOf(join(root, 'one'))).toBe(join(root, 'app.git'))
    expect(projectOf(join(root, 'app.git'))).toBe(join(root, 'app.git'))
  })

  it('is a submodule itself and not what it is a part of', () => {
    const app = repository('app')
    git(app, 'submodule', '--quiet', 'add', repository('part'), 'part')
    expect(projectOf(join(app, 'part'))).toBe(join(app, '.git', 'modules', 'part'))
  })

  it('is the folder where there is no repository, by its real path', () => {
    mkdirSync(join(root, 'notes'))
    symlinkSync(join(root, 'notes'), join(root, 'link'))
    expect(projectOf(join(root, 'notes'))).toBe(join(root, 'notes'))
    expect(projectOf(join(root, 'link'))).toBe(join(root, 'notes'))
  })

  it('is the repository of a worktree whose own part of it was pruned', () => {
    const app = repository('app')
    git(app, 'worktree', 'add', '-q', join(root, 'beside'))
    rmSync(join(app, '.git', 'worktrees'), { recursive: true })
    expect(projectOf(join(root, 'beside'))).toBe(app)
  })

  it('is as told where the folder is gone', () => {
    for (const gone of ['/p/rlaope', '/home/u/app/src', 'C:\\work', '~/app', 'relative', '', '/nul\0'])
      expect(projectOf(gone)).toBe(gone)
  })

  it('is the repository by the usual layouts of worktrees that are gone', () => {
    const app = repository('app')
    expect(projectOf(join(app, '.claude/worktrees/brave-hopper'))).toBe(app)
    expect(projectOf(join(app, '.worktrees/fix/login'))).toBe(app)
    expect(projectOf('/home/u/app/.claude/worktrees/calm')).toBe('/home/u/app')
    expect(projectOf('/home/u/.cursor/worktrees/app/x1')).toBe('/home/u/.cursor/worktrees/app')
    expect(projectOf('/home/u/.codex/worktrees/8f2c/app')).toBe('/home/u/.codex/worktrees/app')
    expect(projectOf('/home/u/worktrees/app')).toBe('/home/u/worktrees/app')
  })

  it('is not misled by a .git that is neither a repository nor a link to one', () => {
    const folder = join(root, 'odd')
    mkdirSync(join(folder, '.git'), { recursive: true })
    expect(projectOf(folder)).toBe(folder)
    const other = join(root, 'other')
    mkdirSync(other)
    writeFileSync(join(other, '.git'), 'gitdir: /nowhere/at/all\n')
    expect(projectOf(other)).toBe(other)
  })
})
