import { existsSync } from 'node:fs'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { ProofTask } from '../domain/proof/task.ts'
import { taskFromWire } from '../domain/proof/task-wire.ts'
import { readJsonRows } from './json-rows.ts'

/** Tasks of a file, and the skill that its rows name. */
export interface TasksFile {
  readonly tasks: readonly ProofTask[]
  readonly skill?: string
}

/** Whether a word is the path of a file of tasks, and no name of a skill. */
export const isTasksFile = (word: string): boolean => /\.jsonl?$/.test(word) && existsSync(word)

/** Reads a file of tasks. Throws `bad_task` with the row of the first bad one: a comparison needs all. */
export function readTasks(path: string): TasksFile {
  const skills = new Set<string>()
  const ids = new Set<string>()
  const tasks = readJsonRows(path).map((row) => {
    const place = 'line' in row.at ? `line ${row.at.line}` : `row ${row.at.row}`
    if ('error' in row) throw new WaylandError('bad_task', `${path}, ${place}: ${row.error}`)
    const task = readTask(row.value, `${path}, ${place}`)
    if (ids.has(task.id)) throw new WaylandError('bad_task', `${path}, ${place}: there is another task "${task.id}"`)
    ids.add(task.id)
    const { skill } = row.value as { readonly skill?: unknown }
    if (typeof skill === 'string') skills.add(skill)
    return task
  })
  if (tasks.length === 0) throw new WaylandError('bad_task', `${path} holds no task`)
  if (skills.size > 1)
    throw new WaylandError('bad_task', `${path} holds tasks of several skills: ${[...skills].join(', ')}`)
  const [skill] = skills
  return { tasks, ...(skill === undefined ? {} : { skill }) }
}

function readTask(value: unknown, place: string): ProofTask {
  try {
    return taskFromWire(value)
  } catch (error) {
    throw new WaylandError('bad_task', `${place}: ${asWaylandError(error).message}`)
  }
}
