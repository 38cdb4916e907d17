import type { ToolCall, TurnTrajectory } from './turn.ts'

/** A decision that a turn answers: its pick, and the first contender, which it measures where none was picked. */
interface Answered {
  readonly id: string
  readonly pick: string | null
  readonly first: string | null
}

/**
 * Which decision a turn's outcome settles, and whether its skill was loaded: the one that it answers, unless it names another
 * skill; that one is then `reported`, as a decision of the turn's own id.
 */
export function creditOf(
  turnId: string,
  { pickedSkill, toolCalls }: TurnTrajectory,
  answered: Answered | undefined,
): { readonly settles?: string; readonly reported?: string; readonly loaded?: boolean | undefined } {
  const skill = pickedSkill ?? answered?.pick ?? answered?.first ?? undefined
  const loaded = skill === undefined ? undefined : wasLoaded(skill, toolCalls)
  if (answered !== undefined && (pickedSkill === undefined || pickedSkill === answered.pick))
    return { settles: answered.id, loaded }
  return pickedSkill === undefined ? {} : { settles: turnId, reported: pickedSkill, loaded }
}

/**
 * Whether the tool calls of a run show that a skill's text reached the model: a skill tool called with its name, or its
 * SKILL.md named in any input. Undefined when the engine reports no calls: then nobody knows.
 */
export function wasLoaded(name: string, calls: readonly ToolCall[] | undefined): boolean | undefined {
  return calls?.some((call) => (SKILL_TOOL.test(call.name) ? mentions(call.input, name) : reads(call.input, name)))
}

/** A tool that finds or promotes a skill shows the model none of its text. */
const SKILL_TOOL = /^(?!.*(?:find|promote)_skill).*skill/is

/** Skill tools name the skill in one of their fields, some with a plugin prefix. */
function mentions(input: unknown, name: string): boolean {
  if (typeof input === 'string') return input === name || input.endsWith(`:${name}`) || reads(input, name)
  return typeof input === 'object' && input !== null && Object.values(input).some((value) => mentions(value, name))
}

/** The secondary folder of a draft leaves out the prefix of its name. */
function reads(input: unknown, name: string): boolean {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  if (!text?.includes('SKILL.md')) return false
  const flat = text.replaceAll('\\\\', '/').replaceAll('\\', '/')
  return (
    flat.includes(`/${name}/SKILL.md`) || (name.startsWith('auto-') && flat.includes(`/auto/${name.slice(5)}/SKILL.md`))
  )
}
