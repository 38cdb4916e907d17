import type { ProjectHabit } from './habit.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'

/** A step that most turns of a project have: a habit, not a skill. */
export interface Habit {
  readonly command: string
  /** Turns that have it, of the turns that were looked at. */
  readonly turns: number
  readonly of: number
}

/** Fewer turns than this make no habit. */
const MIN_TURNS = 5
/** Share of the turns that changed files in which a command must stand. */
const MIN_SHARE = 0.6

/** Commands that most turns of a project run when they change files, the most usual first. */
export function habitsOf(habit: ProjectHabit): readonly Habit[] {
  if (habit.changing < MIN_TURNS) return []
  return [...habit.changingSteps]
    .filter(
      ([step, turns]) => turns / habit.changing >= MIN_SHARE && /^RUN [^{]+$/.test(step) && !step.endsWith('(red)'),
    )
    .map(([step, turns]) => ({ command: step.slice('RUN '.length), turns, of: habit.changing }))
    .sort((a, b) => b.turns - a.turns || (a.command < b.command ? -1 : 1))
}

/** The project note in Markdown, for AGENTS.md or CLAUDE.md; undefined when the project has no habit yet. */
export function notes(habit: ProjectHabit): string | undefined {
  const habits = habitsOf(habit)
  if (habits.length === 0) return undefined
  return [
    '## What turns in this project do',
    'Noted automatically from past turns that changed files; correct it where it is wrong.',
    ...habits.map(({ command, turns, of }) => `- Run ${code(impersonal(command))} (${turns} of ${of} turns)`),
    '',
  ].join('\n')
}
