import { resolve } from 'node:path'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { cut } from '../../domain/draft/quote.ts'
import { WaylandError } from '../../domain/errors.ts'
import { wrapped } from '../columns.ts'
import type { Call, Words } from '../command.ts'
import { ruleLines, ruleToWire } from '../finding-lines.ts'
import { firstStep } from '../first-step.ts'
import type { Report } from '../report.ts'

export const command: Words = {
  topic: 'learning',
  takes: '[<project-dir>|take <id>|drop <id>]',
  words: 'What most turns of a project run and what you ask for in general, as a note for AGENTS.md; never writes it',
  text: [
    'The folder is the current one where none is given. What turns run needs five turns that changed files. The note is for you to put into AGENTS.md or CLAUDE.md.',
    'A rule is what you asked for in general, in your words: in two sessions, or once with "always", "never", "from now on" and the like. The same wish in other words is one rule, and it ends when you take it back. A rule that several projects voice is noted in all. English only.',
    '"notes take" and "notes drop" with the id of a rule, or its beginning, say what you think of it: a rule that you took keeps its words, and one that you dropped is not shown again, nor said by drafts that wait for your review, until you take it after all. Nothing is ever written into AGENTS.md or CLAUDE.md.',
  ],
  json: {
    project: 'the repository of the folder, or the folder',
    project_dir: 'the folder',
    turns: 'number of turns that the habits are drawn from',
    habits: '[{command, dir, turns, of}]: commands that most turns run that changed files',
    rules:
      '[{id, text, sources, sessions, state}]: what you ask for in general, the ids of the turns that voice it, oldest first, and whether you took it (heard or taken)',
    note: 'both in Markdown; null while there is neither',
    'still_in?': 'of "notes take" and "notes drop": the reviewed skills that say a rule which you dropped',
  },
  example: 'wayland-core notes',
}

/** Prints the note of a project, which the person puts into a file, or takes or drops a rule of it. */
export async function run(call: Call): Promise<void> {
  const [first = '.', second, ...more] = call.words
  const decision = DECISIONS[first]
  if (more.length > 0 || (second === undefined) !== (decision === undefined))
    throw new WaylandError('bad_usage', 'notes takes one project folder, or take or drop and the id of a rule')
  return decision !== undefined && second !== undefined ? await decide(call, second, decision) : await note(call, first)
}

/** Characters by which a rule is known again below the note. */
const NAMED_BY = 32

const DECISIONS: Readonly<Record<string, 'taken' | 'dropped'>> = { take: 'taken', drop: 'dropped' }

async function decide({ json, report, open }: Call, id: string, as: 'taken' | 'dropped'): Promise<void> {
  await using loop = await open({ brief: true, needs: 'turns are read from' })
  const rule = await loop.review.decideRule(id, as)
  if (json) report.json({ ...ruleToWire(rule), still_in: rule.stillIn })
  else {
    report.line(`${as === 'taken' ? 'Taken' : 'Dropped'}: ${rule.text}`)
    for (const name of rule.stillIn)
      report.line(`"${name}", which you reviewed, still says it: take it out of its SKILL.md`)
  }
}

async function note({ json, report, open }: Call, dir: string): Promise<void> {
  await using loop = await open({ needs: 'turns are read from' })
  const { projectDir, project, turns, text, habits, rules } = await loop.review.notes(resolve(dir))
  if (json)
    return report.json({
      project,
      project_dir: projectDir,
      turns,
      habits,
      rules: rules.map(ruleToWire),
      note: text ?? null,
    })
  if (text !== undefined) report.line(text.trimEnd())
  else if (turns === 0) await tellElsewhere(loop, projectDir, report)
  else
    report.line(
      `No habit or rule yet in ${projectDir}: of the ${turns} turns recorded there, too few do or ask the same.`,
    )
  // The note says them whole.
  const named = rules.map((rule) => ({ ...rule, text: cut(rule.text, NAMED_BY) }))
  if (rules.length > 0) tellRules('Where you said so', named, report)
}

/** Where the folder is of no project with turns: what the person asks for in any. */
async function tellElsewhere(loop: SkillLoop, folder: string, report: Report): Promise<void> {
  const rules = await loop.review.rules()
  report.line(`No turns were recorded in ${folder}.`)
  if (rules.length === 0) report.line(await firstStep(loop))
  else {
    tellRules('What you ask for in general, in all projects', rules, report)
    report.line('\nThe note of a project: wayland-core notes <project-dir>')
  }
}

function tellRules(title: string, rules: Parameters<typeof ruleLines>[0], report: Report): void {
  const how = 'keep one with "wayland-core notes take <id>", drop it with "notes drop <id>"'
  report.line(`\n${wrapped(`${title}; ${how}`, report.width).join('\n')}\n${ruleLines(rules).join('\n')}`)
}
