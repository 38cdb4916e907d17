import { quote } from '../draft/quote.ts'
import { estimatedTokens } from './context-text.ts'

/** The entry of a skill in a list for a model, without its text. */
export interface ListedSkill {
  readonly name: string
  readonly description: string
}

/** The skills of a list that fit together, in its order, their text, and how many were left out. */
export interface FittingList<Listed extends ListedSkill> {
  readonly skills: readonly Listed[]
  readonly left: number
  readonly text: string
  /** Of the text, by an upper estimate. */
  readonly tokens: number
}

/**
 * Names and descriptions, one a line, as many as a budget of tokens holds: in the given order, without those that are too
 * long for what is left. '' where none fits.
 */
export function fittingList<Listed extends ListedSkill>(
  all: readonly Listed[],
  { maxTokens }: { readonly maxTokens: number },
): FittingList<Listed> {
  const skills: Listed[] = []
  const lines: string[] = []
  let room = maxTokens - estimatedTokens(`${HEADER}\n${leftOut(all.length)}\n`)
  for (const skill of all) {
    if (room < SHORTEST) break
    const line = `- ${skill.name}: ${quote(skill.description, MAX_SHOWN)}`
    const cost = estimatedTokens(`${line}\n`)
    if (cost > room) continue
    room -= cost
    skills.push(skill)
    lines.push(line)
  }
  const left = all.length - skills.length
  const text = skills.length === 0 ? '' : `${[HEADER, ...lines, ...(left === 0 ? [] : [leftOut(left)])].join('\n')}\n`
  return { skills, left, text, tokens: estimatedTokens(text) }
}

const HEADER = 'Skills that can be loaded by name, those that are likeliest to help first:'
const leftOut = (count: number): string => `${count} more are not shown; name the task to see those that fit it.`

/** Tokens below which no line fits. */
const SHORTEST = 6
/** Code points of a description: the limit of the Agent Skills format. */
const MAX_SHOWN = 1024
