import { splitFrontMatter } from '../../domain/front-matter.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { ToolNames } from './catalogue.ts'

/** A SKILL.md for one folder. */
export interface CopyText {
  readonly text: string
  /** What a person should know of the names of tools in it. */
  readonly note?: string
}

/**
 * A SKILL.md with the tool names of the agents that read one folder: the front matter stays byte for byte, and so does all of
 * it where these agents name the tools differently.
 */
export async function copyText(
  toolNames: Pick<ToolNames, 'translate' | 'labelOf'>,
  skill: Pick<SkillRecord, 'id' | 'headVersion'>,
  text: string,
  engines: readonly string[],
): Promise<CopyText> {
  const { front, body } = splitFrontMatter(text)
  const all: Awaited<ReturnType<ToolNames['translate']>>[] = []
  for (const engine of engines) all.push(await toolNames.translate(skill, body, engine))
  const [first] = all
  if (first === undefined || all.every(({ changes }) => changes.length === 0)) return { text }
  const agents = (await Promise.all(engines.map(toolNames.labelOf))).filter((label) => label !== undefined).join(', ')
  if (all.some((one) => one.text !== first.text))
    return { text, note: `tools have the names of the skill there: ${agents} name them differently` }
  const renamed = first.changes.flatMap(({ name, becomes }) => (becomes === null ? [] : [`${name} is ${becomes}`]))
  const unknown = first.changes.flatMap(({ name, becomes }) => (becomes === null ? [name] : []))
  const notes = [
    ...(renamed.length === 0 ? [] : [`tools have the names of ${agents} there: ${renamed.join(', ')}`]),
    ...(unknown.length === 0 ? [] : [`no tool of ${agents} is known for ${unknown.join(', ')}`]),
  ]
  return { text: front + first.text, note: notes.join('; ') }
}
