import { describe, expect, it } from 'vitest'
import { taskFromWire, taskToWire } from '../../../src/domain/proof/task.ts'

describe('a task of a file', () => {
  it('is read as it was written', () => {
    const task = {
      ...{ id: 't1', family: 'f', prompt: 'review it', at: 5, setup: 'npm ci', check: 'npm test' },
      repository: { path: '/work/repo', commit: 'abc123' },
      run: [{ tool: 'Bash', input: { command: 'git diff' } }],
    }
    expect(taskFromWire({ ...taskToWire(task), skill: 'notes' })).toEqual(task)
  })

  it('needs a prompt only, and has the same id each time', () => {
    const [one, other] = [taskFromWire({ prompt: 'a' }), taskFromWire({ prompt: 'b' })]
    expect(one).toEqual({ id: one.id, family: one.id, prompt: 'a' })
    expect(taskFromWire({ prompt: 'a' }).id).toBe(one.id)
    expect(other.id).not.toBe(one.id)
  })

  it.each([
    [[], 'a task must be a JSON object'],
    [{}, 'prompt must be what a person asks for'],
    [{ prompt: 'a', promt: 'b' }, 'there is no field "promt"'],
    [{ prompt: 'a', repository: '/r' }, 'repository and commit go together'],
    [{ prompt: 'a', repository: '/r', commit: '--upload-pack=x' }, 'commit must be the id of a commit or a tag'],
    [{ prompt: 'a', at: 'now' }, 'at must be unix seconds'],
    [{ prompt: 'a', run: [{ input: {} }] }, 'each step of run needs a tool'],
    [{ prompt: 'a', run: [{ tool: 'x', input: 1 }] }, 'the input of a step must be an object'],
    [{ prompt: 'a', check: 3 }, 'check must be text'],
  ])('%j is refused, and the field named', (value, message) => {
    expect(() => taskFromWire(value)).toThrow(expect.objectContaining({ code: 'bad_file', message }))
  })
})
