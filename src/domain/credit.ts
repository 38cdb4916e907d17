import type { ToolCall, TurnTrajectory } from './turn.ts'

/** The decision that a turn answers: its pick, and its first contender, which is measured where nothing was picked. */
interface Answered {
  readonly id: string
  readonly pick: string | null
  readonly first: string | null
}

/**
 * Which decision a turn's outcome settles, and whether its skill was loaded: the decision that the turn answers. If the
 * turn names another skill and did not load the pick too, that skill is `reported`, with the turn's id as decision id.
 */
export function creditOf(
  turnId: string,
  { userInput, pickedSkill, toolCalls }: TurnTrajectory,
  answered: Answered | undefined,
): { readonly settles?: string; readonly reported?: string; readonly loaded?: boolean | undefined } {
  const pick = answered?.pick ?? undefined
  const isOther = pickedSkill !== undefined && pickedSkill !== pick
  const used = isOther && (pick === undefined || wasLoaded(pick, toolCalls) !== true) ? pickedSkill : pick
  const skill = used ?? answered?.first ?? undefined
  // The agent inserts the text of a skill that a person calls in place of its name: no tool call shows it.
  const loaded =
    skill === undefined ? undefined : calledSkills(userInput).includes(skill) || wasLoaded(skill, toolCalls)
  if (answered !== undefined && (pickedSkill === undefined || used === pick)) return { settles: answered.id, loaded }
  return pickedSkill === undefined ? {} : { settles: turnId, reported: pickedSkill, loaded }
}

/**
 * Whether the tool calls of a run show that a skill's text reached the model: a successful call of a skill tool with
 * its name, or a successful read of its SKILL.md. Undefined when the engine reports no calls, or not whether such a
 * call succeeded.
 */
export function wasLoaded(name: string, calls: readonly ToolCall[] | undefined): boolean | undefined {
  const loads = calls?.filter((call) => isLoad(call, name))
  if (loads?.some(({ ok }) => ok === true)) return true
  return loads?.some(({ ok, error }) => ok === null && error === undefined) ? undefined : loads && false
}

const isLoad = ({ name: tool, input }: ToolCall, skill: string): boolean =>
  SKILL_TOOL.test(tool) ? mentions(input, skill) : !WRITES.test(tool) && reads(input, skill)

/** Tools that change a file or search for its name: they show the model none of its text. */
const WRITES = /^(?:write|edit|multi_?edit|notebook_?edit|replace|apply_patch|create|str_replace|glob|ls|list)/i

/** A tool that finds a skill shows the model none of its text. */
const SKILL_TOOL = /^(?!.*find_skill).*skill/is

/** Whether a field of a skill tool's input names the skill; some names have a plugin prefix. */
function mentions(input: unknown, name: string): boolean {
  if (typeof input === 'string') return input === name || input.endsWith(`:${name}`) || reads(input, name)
  return typeof input === 'object' && input !== null && Object.values(input).some((value) => mentions(value, name))
}

/** Whether a call reads the skill's SKILL.md; the secondary folder of a draft omits the prefix of its name. */
function reads(input: unknown, name: string): boolean {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  if (!text?.includes('SKILL.md')) return false
  const flat = text.replaceAll('\\\\', '/').replaceAll('\\', '/')
  return (
    flat.includes(`/${name}/SKILL.md`) || (name.startsWith('auto-') && flat.includes(`/auto/${name.slice(5)}/SKILL.md`))
  )
}

/**
 * Names of skills that a request calls in the syntax of coding agents, in order of appearance: `/name`, `/skill:name`
 * and `/skills name` at its beginning, `$name` anywhere. The caller checks whether such skills exist.
 */
export function calledSkills(request: string): readonly string[] {
  const text = request.slice(0, MAX_LOOKED_AT)
  const slash = /^\s*\/(?:skill:|skills\s{1,8})?([\w.-]{1,128})(?=\s|$)/.exec(text)?.[1]
  const dollars = [...text.matchAll(/(?<![\w$])\$([a-z0-9][\w-]{0,127})(?![\w-])/gi)].map(([, name]) => name as string)
  return slash === undefined ? dollars : [slash, ...dollars]
}

/** Characters of a request that are searched. */
const MAX_LOOKED_AT = 8_192
