import type { ToolCall } from './turn.ts'

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
