import { estimatedTokens } from '../../domain/bank/context-text.ts'
import { quote } from '../../domain/draft/quote.ts'
import { WaylandError } from '../../domain/errors.ts'
import { bindingText } from '../../domain/render.ts'
import type { ActivationRecord } from '../../store/ports/decision-store.ts'
import type { Core } from '../core.ts'
import type { Loader, RenderedSkill, RenderOptions } from './loader.ts'

export interface ActivationOptions extends RenderOptions {
  /** Id of the conversation; without it nothing is noted, and the whole text is given each time. */
  readonly session?: string
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
  } | null
}

/** Puts skills into conversations, each once, in the order in which they came. */
export interface Activating {
  /** What `Loader.render` gives; within a session the note alone where the skill is active in this version. */
  render(asked: string, args?: string, options?: ActivationOptions): Promise<ActivatedSkill | undefined>
  /** The skills that are active in a session, in the order in which they came. */
  active(session: string): Promise<readonly ActivationRecord[]>
}

export interface ActivatingParts extends Core<'store' | 'clock'> {
  readonly render: Loader['render']
}

export function createActivating({ store, render, clock }: ActivatingParts): Activating {
  async function activated(
    found: RenderedSkill,
    session: string,
    { again = false }: ActivationOptions,
  ): Promise<ActivatedSkill> {
    const { name, version } = found
    const before = await store.activations(session)
    const tokens = estimatedTokens(found.text)
    const record = { session, skill: name, version, tokens, at: clock.now().getTime() }
    const { state, total } = await store.activate(record, again)
    if (state === 'already')
      return {
        ...found,
        text: alreadyActive(found),
        active: { state, tokens: before.find(({ skill }) => skill === name)?.tokens ?? tokens, total },
      }
    return { ...found, active: { state, tokens, total } }
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

function checkOptions({ session, again }: ActivationOptions): void {
  if (session === undefined && again === true)
    throw new WaylandError('bad_usage', 'again needs a session: it is of the skills of one conversation', {
      hint: 'Name the conversation, such as --session <id>.',
    })
  if (session !== undefined && (session.trim() === '' || session.length > MAX_SESSION))
    throw new WaylandError('bad_usage', `the id of a session must have 1 to ${MAX_SESSION} characters`, {
      hint: 'Give the id that the agent has for the conversation.',
    })
}

/** A skill that is active, where it is asked for again: no second copy, and the arguments of this time. */
function alreadyActive({
  name,
  folder,
  args,
}: {
  readonly name: string
  readonly folder: string
  readonly args: string
}): string {
  const parts = [
    `Base directory for this skill: ${folder}`,
    `"${quote(name)}" is already active in this conversation: follow its text above. It is not repeated.`,
    ...(args === '' ? [] : [bindingText(false), `ARGUMENTS: ${args}`]),
  ]
  return `${parts.join('\n\n')}\n`
}
