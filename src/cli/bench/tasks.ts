import { taskToWire } from '../../domain/proof/task.ts'
import type { Call, Verb } from '../command.ts'
import { sinceDate } from '../flag-values.ts'
import { takeInSpooled } from '../spooled.ts'

export const tasks: Verb = {
  takes: '<skill>',
  words: 'Print the tasks of a skill from your own history, as a file that "bench run" takes',
  flags: { since: { value: 'date', words: 'Later turns only: a date, or 12h, 2d, 3w before now' } },
  text: [
    'Successful turns with tool calls that fit the skill best, or picked it, and that no version of it was made from: their request, what they did, the last command that checked it, and where the project is in a git repository, the commit that it was at. Edit the file as you like and give it to "bench run".',
  ],
  json: {
    skill: 'its name',
    'id, family, prompt, at, run, check?, project?, repository?, commit?':
      'as "bench run" takes them; --json prints one list',
  },
  example: 'wayland-core bench tasks auto-branch-changes-review > tasks.jsonl',
  run: tellTasks,
}

/** Prints the tasks of a skill from the person's own history, one JSON object a line. */
async function tellTasks({ words: [skill = ''], flags, json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const since = typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : undefined
  const { name } = await loop.review.skill(skill)
  const { tasks } = await loop.learning.benchTasks(name, since)
  const rows = tasks.map((task) => ({ skill: name, ...taskToWire(task) }))
  if (json) report.json(rows)
  else for (const row of rows) report.text(`${JSON.stringify(row)}\n`)
  if (rows.length === 0) report.note(`No successful turn of ${name} is known that it was not made from.`)
}
