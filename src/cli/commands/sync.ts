import { WaylandError } from '../../domain/errors.ts'
import { SKILL_READERS } from '../../engines/engines.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Writes active skills into the folders that agents read, and reports the result for each copy. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  const engines = flags.engine === undefined ? [] : readersOf(String(flags.engine))
  await using loop = await open()
  const lines = await loop.sync({
    engines,
    ...(flags.project === true ? { projectDir: process.cwd() } : {}),
  })
  if (json) report.json({ copies: lines })
  else if (lines.length === 0)
    report.line('No skill is active, or no agent is connected: promote a skill, and name an agent with --engine.')
  else report.table([['copy', 'status', ''], ...lines.map(({ path, status, reason }) => [path, status, reason ?? ''])])
  return lines.some(({ status }) => UNDONE.includes(status)) ? EXIT.refused : EXIT.done
}

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
