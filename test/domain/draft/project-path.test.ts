import { describe, expect, it } from 'vitest'
import { projectWord } from '../../../src/domain/draft/project-path.ts'

describe('projectWord', () => {
  it.each([
    ['-I/srv/app/include', '-Iinclude'],
    ['--path=/srv/app', '--path=.'],
    ['--path=/srv/app/', '--path=./'],
    ['/srv/app/src/a.ts', 'src/a.ts'],
    ['/srv/apple/a.ts', '/srv/apple/a.ts'],
    ['--path=/srv/apple', '--path=/srv/apple'],
    ['./srv/app/a.ts', './srv/app/a.ts'],
    ['--home=/home/kim/notes', '--home=~/notes'],
    ['"/srv/app"', '"."'],
    ['worktree=/srv/app', 'worktree=/srv/app'],
    ['/srv/app/done/', 'done/'],
  ])('makes %s the project’s own: %s', (word, own) => {
    expect(projectWord(word, { projectDir: '/srv/app' })).toBe(own)
  })

  it('does not take a short folder out of the middle of a path', () => {
    expect(projectWord('./pkg/...', { projectDir: '/p' })).toBe('./pkg/...')
    expect(projectWord('src/pkg', { projectDir: '/p' })).toBe('src/pkg')
  })
})
