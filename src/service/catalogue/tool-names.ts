import { fingerprint } from '../../domain/digest.ts'
import { splitFrontMatter } from '../../domain/front-matter.ts'
import { type ToolTable, withToolNames } from '../../domain/tool-names.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { ToolNames } from './catalogue.ts'

export interface ToolNamesParts extends Core<'store'> {
  /** Engines whose tools are known, and the tools of one. */
  readonly engines: readonly string[]
  readonly tableOf: (engine: string) => ToolTable | undefined
}

export function createToolNames({ store, engines, tableOf }: ToolNamesParts): ToolNames {
  let known: string | undefined
  /** The agents that a version was drafted under: its evidence never changes, and each hint asks for them. */
  const seen = new Map<string, readonly string[]>()

  async function draftedUnder({
    id,
    headVersion,
  }: Pick<SkillRecord, 'id' | 'headVersion'>): Promise<readonly string[]> {
    const key = `${id} ${headVersion}`
    const before = seen.get(key)
    if (before !== undefined) return before
    const head = (await store.versions(id)).find(({ version }) => version === headVersion)
    const turns = head === undefined || head.evidence.length === 0 ? [] : await store.turns(head.evidence)
    const under = engines.filter((engine) => turns.some((turn) => turn.engine === engine))
    // A version that is not stored yet, or whose turns are gone, is asked for again.
    if (turns.length > 0) {
      if (seen.size >= MAX_SEEN) seen.clear()
      seen.set(key, under)
    }
    return under
  }

  return {
    engines,
    edition: () => (known ??= fingerprint(JSON.stringify(engines.map(tableOf)))),
    labelOf: (engine) => tableOf(engine)?.label,
    async translate(skill, text, engine) {
      const to = tableOf(engine)
      // Most texts name no tool: nothing is looked up for them.
      if (to === undefined || !MAY_NAME.test(text)) return { text, changes: [] }
      const under = await draftedUnder(skill)
      const from = under.length === 0 ? engines.filter((one) => one !== engine) : under
      return withToolNames(
        text,
        from.flatMap((one) => tableOf(one) ?? []),
        to,
      )
    },
  }
}

/** Versions whose agents are remembered: some hundred bytes each. */
const MAX_SEEN = 1_000

/** A code span, or the word. */
const MAY_NAME = /`| tools?\b/

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
  const agents = engines.flatMap((engine) => toolNames.labelOf(engine) ?? []).join(', ')
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
