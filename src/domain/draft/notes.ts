import type { BaseRates } from './base-rates.ts'
import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'

/** A command that most turns of a project run, which makes a project note and no skill. */
export interface Habit {
  /** Its most frequent form; only program and subcommand if no form makes up half of its turns. */
  readonly command: string
  /** The folder in which it mostly runs, if not the project's. */
  readonly dir?: string
  /** Number of turns with it, `of` the turns that changed files. */
  readonly turns: number
  readonly of: number
}

/** Least number of turns for a habit. */
const MIN_TURNS = 5
/** Least share of a command among the turns that changed files. */
const MIN_SHARE = 0.6

/** The commands that most file-changing turns of a project run, the most frequent first. */
export function habitsOf(habit: BaseRates): readonly Habit[] {
  if (habit.changing < MIN_TURNS) return []
  const steps = [...habit.changingSteps].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return steps
    .filter(
      ([step, turns]) => turns / habit.changing >= MIN_SHARE && /^RUN [^{]+$/.test(step) && !step.endsWith('(red)'),
    )
    .map(([head, turns]) => {
      const usual = steps.find(([step, count]) => step.startsWith(`${head} {`) && count * 2 >= turns)?.[0]
      return { ...commandOf(head, usual), turns, of: habit.changing }
    })
}

/** A step is the head of a command, or that and its input as JSON. */
function commandOf(head: string, usual: string | undefined): Pick<Habit, 'command' | 'dir'> {
  if (usual === undefined) return { command: head.slice('RUN '.length) }
  const { argv, dir } = JSON.parse(usual.slice(head.length + 1)) as { argv: readonly string[]; dir?: string }
  return { command: argv.join(' '), ...(dir === undefined ? {} : { dir }) }
}

/** A standing wish as a line of the note. */
export interface RuleLine {
  readonly text: string
  readonly sessions: number
}

/** The project note in Markdown, for AGENTS.md or CLAUDE.md; undefined if the project has no habit and no rule yet. */
export function notes(habits: readonly Habit[], rules: readonly RuleLine[]): string | undefined {
  const runs = habits.map(({ command, dir, turns, of }) => {
    const where = dir === undefined ? '' : ` in ${code(impersonal(dir), 60)}`
    return `- Run ${code(impersonal(command))}${where} (${turns} of ${of} turns)`
  })
  const asked = rules.map(({ text, sessions }) => `- ${text} (${sessions === 1 ? 'once' : `${sessions} sessions`})`)
  const parts = [
    ...part('What turns in this project do', 'Noted automatically from past turns that changed files', runs),
    ...part('What you ask for in general', 'Noted automatically from your requests, in your words', asked),
  ]
  return parts.length === 0 ? undefined : parts.join('\n')
}

const part = (title: string, from: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, `${from}; correct it where it is wrong.`, ...lines, '']
