import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { SKILL_READERS } from '../../engines/engines.ts'
import { wrapped } from '../columns.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import type { Report } from '../report.ts'
import { copiesSaid } from './install.ts'

export const command: Words = {
  topic: 'connecting',
  words: 'Copy active skills into the folders that agents read; remove copies of skills that are no longer active',
  flags: {
    engine: {
      value: 'names',
      words:
        'Agents to write for, beside those that are connected; agents: any that reads the shared folder .agents/skills',
    },
    project: { words: 'In the current folder, as a project, instead of for you' },
  },
  text: [
    'Runs with each move of a skill, too. An agent finds each skill once. Files there that wayland-core did not write, or that you changed, are left alone and reported, with exit code 1.',
    'The tools that the text of a skill names get their names in the agent that reads the copy, as "run --engine" gives them (`Bash` is `run_shell_command` for Qwen Code); a name without a counterpart stays and is reported. In a folder that agents with other names share, and in fields such as allowed-tools, the names stay. A change that you made in a copy is not taken over: make it in the skill, where the names of any agent are understood.',
  ],
  json: {
    copies:
      '[{skill, path, status, reason?, seen_beyond?}]; status is written, current, withdrawn, edited, foreign, refused or failed; the last four make the exit code 1; seen_beyond: the projects of a skill whose copy agents see in every other one, too',
  },
  example: 'wayland-core sync --engine claude-code',
}

/** Writes active skills into the folders that agents read, and reports the result for each copy. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  const engines = flags.engine === undefined ? [] : readersOf(String(flags.engine))
  await using loop = await open({ needs: 'copies are noted in' })
  const lines = await loop.upkeep.sync({
    engines,
    ...(flags.project === true ? { projectDir: process.cwd() } : {}),
  })
  if (json) report.json({ copies: lines.map(({ seenBeyond: seen_beyond, ...line }) => ({ ...line, seen_beyond })) })
  else if (lines.length === 0)
    report.line(
      'Nothing to copy: no skill in use is for an agent that is connected. Keep one with "wayland-core skills promote", or name an agent with --engine.',
    )
  else tell(lines, report)
  return lines.some(({ status }) => UNDONE.includes(status)) ? EXIT.refused : EXIT.done
}

function tell(lines: readonly Line[], report: Report): void {
  for (const line of copiesSaid(lines, { all: true })) report.line(line)
  const beyond = lines.filter(({ seenBeyond }) => seenBeyond !== undefined)
  const [first] = beyond
  if (first === undefined) return
  const which = beyond.length === 1 ? `"${first.skill}" belongs` : `${beyond.length} of these belong`
  const words = `${which} to ${[...new Set(beyond.flatMap(({ seenBeyond }) => seenBeyond ?? []))].join(', ')}, and agents list what is in your own folders in every project. Where that is in the way, connect them in the project alone: "wayland-core uninstall <engine>", then "wayland-core install <engine> --project" there.`
  report.line(`\n${wrapped(words, report.width).join('\n')}`)
}

type Line = Awaited<ReturnType<SkillLoop['upkeep']['sync']>>[number]

/** Results that need a person's attention. */
const UNDONE: readonly string[] = ['edited', 'foreign', 'refused', 'failed']

function readersOf(text: string): readonly string[] {
  return text.split(',').map((name) => {
    const known = SKILL_READERS.find((reader) => reader === name.trim())
    if (known === undefined)
      throw new WaylandError('bad_usage', `no agent is called "${name}"`, {
        hint: `Agents: ${SKILL_READERS.join(', ')}; several are separated by commas.`,
      })
    return known
  })
}
