import { type StepConflict, stepConflicts } from '../../domain/activation/step-conflicts.ts'
import { estimatedTokens } from '../../domain/bank/context-text.ts'
import { code, quote } from '../../domain/draft/quote.ts'
import { WaylandError } from '../../domain/errors.ts'
import { bindingText } from '../../domain/render.ts'
import type { Replaced } from '../../domain/stated-defaults.ts'
import type { ActivationRecord, ConversationStore } from '../../store/ports/decision-store.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Clock } from '../clock.ts'
import type { Loader, RenderedSkill, RenderOptions } from './loader.ts'

/** In which conversation a skill is given to a model. */
export interface ActivationOptions extends RenderOptions {
  /** Id of the conversation; without it nothing is noted, and the whole text is given each time. */
  readonly session?: string
  /** Tokens that all skills of the conversation may have together, by an upper estimate. */
  readonly budget?: number
  /** Gives the text although the skill is active, since the model has lost it. */
  readonly again?: boolean
}

/** A rendered skill, and how it stands in its conversation; null outside of one. */
export interface ActivatedSkill extends RenderedSkill {
  readonly active: {
    readonly state: 'new' | 'already' | 'again'
    /** Of this skill, and of all skills of the conversation. */
    readonly tokens: number
    readonly total: number
    readonly conflicts: readonly StepConflict[]
  } | null
}

/** Puts skills into conversations, each once, in the order in which they came. */
export interface Activating {
  /**
   * What `Loader.render` gives, and within a session: the note alone where the skill is active in this version, conflicts
   * with the active ones named. Throws as `render`, and `over_budget` where the skills would not fit together: then
   * nothing is activated.
   */
  render(asked: string, args?: string, options?: ActivationOptions): Promise<ActivatedSkill | undefined>
  /** The skills that are active in a session, in the order in which they came. */
  active(session: string): Promise<readonly ActivationRecord[]>
}

export interface ActivatingParts {
  readonly store: Pick<ConversationStore, 'activations' | 'activate'>
  readonly render: Loader['render']
  readonly catalogue: Pick<Catalogue, 'visible'>
  readonly clock: Clock
}

export function createActivating({ store, render, catalogue, clock }: ActivatingParts): Activating {
  async function activated(
    found: RenderedSkill,
    session: string,
    { budget, again = false }: ActivationOptions,
  ): Promise<ActivatedSkill> {
    const { name, version } = found
    const before = await store.activations(session)
    const others = before.filter(({ skill }) => skill !== name)
    const conflicts = await conflictsWith(name, others)
    const text = withConflicts(found.text, conflicts)
    const tokens = estimatedTokens(text)
    const record = { session, skill: name, version, tokens, at: clock.now().getTime() }
    const { state, total } = await store.activate(record, { again, ...(budget === undefined ? {} : { budget }) })
    if (state === 'over') throw overBudget(record, total, budget ?? 0, others)
    if (state === 'already')
      return {
        ...found,
        text: alreadyActive(found),
        active: { state, tokens: before.find(({ skill }) => skill === name)?.tokens ?? tokens, total, conflicts: [] },
      }
    return { ...found, text, active: { state, tokens, total, conflicts } }
  }

  async function conflictsWith(name: string, others: readonly ActivationRecord[]): Promise<readonly StepConflict[]> {
    const own = await catalogue.visible(name)
    const bodies = await Promise.all(
      others.map(async ({ skill }) => ({ skill, text: (await catalogue.visible(skill))?.body ?? '' })),
    )
    return own === undefined ? [] : stepConflicts(own.body, bodies)
  }

  return {
    async render(asked, args, options = {}) {
      const { session, engine } = options
      checkOptions(options)
      const found = await render(asked, args, engine === undefined ? {} : { engine })
      if (found === undefined) return undefined
      return session === undefined ? { ...found, active: null } : await activated(found, session, options)
    },
    active: store.activations,
  }
}

/** Characters of the id of a session. */
const MAX_SESSION = 200

function checkOptions({ session, budget, again }: ActivationOptions): void {
  if (session === undefined && (budget !== undefined || again === true))
    throw new WaylandError(
      'bad_usage',
      `${budget === undefined ? 'again' : 'a budget'} needs a session: it is of the skills of one conversation`,
      {
        hint: 'Name the conversation, such as --session <id>.',
      },
    )
  if (session !== undefined && (session.trim() === '' || session.length > MAX_SESSION))
    throw new WaylandError('bad_usage', `the id of a session must have 1 to ${MAX_SESSION} characters`, {
      hint: 'Give the id that the agent has for the conversation.',
    })
  if (budget !== undefined && !(Number.isInteger(budget) && budget > 0))
    throw new WaylandError('bad_usage', 'a budget must be a whole number of tokens, 1 or more', {
      hint: 'Give one such as --budget 4000.',
    })
}

function overBudget(
  { skill, tokens }: ActivationRecord,
  total: number,
  budget: number,
  others: readonly ActivationRecord[],
): WaylandError {
  const taken =
    others.length === 0
      ? ''
      : ` and the active skills have ${total} (${others.map((one) => `"${one.skill}" ${one.tokens}`).join(', ')})`
  return new WaylandError(
    'over_budget',
    `"${skill}" has ${tokens} tokens${taken}: together more than the budget of ${budget}`,
    {
      hint: 'Raise the budget, or go without this skill; what is active stays.',
    },
  )
}

/** A skill that is active, where it is asked for again: no second copy, and the arguments of this time. */
function alreadyActive({
  name,
  folder,
  args,
  replaced,
}: {
  readonly name: string
  readonly folder: string
  readonly args: string
  readonly replaced: readonly Replaced[]
}): string {
  const parts = [
    `Base directory for this skill: ${folder}`,
    `"${quote(name)}" is already active in this conversation: follow its text above. It is not repeated.`,
    ...(args === '' ? [] : [bindingText(false, replaced), `ARGUMENTS: ${args}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A rendered text with its conflicts named above the skill; the same text where there are none. */
function withConflicts(text: string, conflicts: readonly StepConflict[]): string {
  if (conflicts.length === 0) return text
  const lines = conflicts.map(
    ({ skill, step, here, there }) =>
      `- ${quote(step, 80)}: ${code(here)} here, ${code(there)} in "${quote(skill, 80)}"`,
  )
  // The first paragraph is the folder.
  const at = text.indexOf('\n\n') + 2
  return `${text.slice(0, at)}${CONFLICTS}\n${lines.join('\n')}\n\n${text.slice(at)}`
}

const CONFLICTS = 'Skills that are active in this conversation do the same otherwise; ask the person which holds:'
