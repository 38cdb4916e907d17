import { describe, expect, it } from 'vitest'
import { projectsOf } from '../../src/domain/skill-projects.ts'
import { toTrajectory } from '../../src/domain/turn.ts'

const turnsIn = (...projects: readonly (string | undefined)[]) =>
  projects.map((project) => ({
    ...toTrajectory({ userInput: 'cut a release' }, new Date(0)),
    ...(project === undefined ? {} : { projectDir: project }),
  }))

describe('the projects of a drafted skill', () => {
  it('are those of its turns, each once, by their project and not their folder', () => {
    expect(projectsOf(turnsIn('/b', '/a', '/b'))).toEqual(['/a', '/b'])
    const worktree = turnsIn('/a/.worktrees/x').map((turn) => ({ ...turn, project: '/a' }))
    expect(projectsOf([...worktree, ...turnsIn('/a')])).toEqual(['/a'])
  })

  it('are all where no turn told one', () => {
    expect(projectsOf(turnsIn(undefined, undefined))).toEqual([])
    expect(projectsOf(turnsIn(undefined, '/a'))).toEqual(['/a'])
  })

  it('grow with its turns, and are all from the third on', () => {
    expect(projectsOf(turnsIn('/b'), ['/a'])).toEqual(['/a', '/b'])
    expect(projectsOf(turnsIn('/b', '/c'), ['/a'])).toEqual([])
    expect(projectsOf(turnsIn('/a', '/b', '/c'))).toEqual([])
  })

  it('stay all where they were', () => expect(projectsOf(turnsIn('/a'), [])).toEqual([]))
})
