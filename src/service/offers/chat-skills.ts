import { type ContextSkill, contextText } from '../../domain/bank/context-text.ts'
import { isWaylandError, WaylandError } from '../../domain/errors.ts'
import { splitFrontMatter } from '../../domain/front-matter.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'
import { isReviewed } from '../../domain/render.ts'
import { NEW_MIX, thresholdFor } from '../../domain/routing/mix.ts'
import type { Skill } from '../../domain/skill.ts'
import { hasTags } from '../../domain/skill-md-format.ts'
import type { TurnInput } from '../../domain/turn.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Recorder } from '../turns/recorder.ts'
import type { Loader } from './loader.ts'
import { SCOPES, type Scope } from './skill-search.ts'

/** What a chat client needs, which has messages and cannot read files. */
export interface ChatSkills {
  /**
   * Records the finished turns of a conversation, given as messages of the OpenAI API; a turn that was given before
   * counts once. Throws `bad_turn`.
   */
  ingest(messages: readonly unknown[], options: IngestOptions): Promise<readonly TurnReceipt[]>
  /** The skills that come nearest to a text, best first. Logs no decision. Throws `bad_usage`. */
  search(query: string, options?: SearchOptions): Promise<readonly FoundSkill[]>
  /**
   * The skills for a request as one text within a budget of tokens; '' where none is likely to be right. The same
   * skills give the same bytes. Logs no decision. Throws `bad_usage`.
   */
  renderContext(query: string, options?: ContextOptions): Promise<string>
}

interface OfUser {
  /** A user of the bank; default: the skills of the loop itself. */
  readonly user?: string
}

export interface IngestOptions extends OfUser {
  /** Id of the conversation. */
  readonly session: string
  /** Whether the conversation came to a good end; default: judged turn by turn. */
  readonly success?: boolean
}

export interface SearchOptions extends OfUser {
  /** Limit of skills, 1 to 100; default 3. */
  readonly top?: number
  /** Only skills with all of these tags. */
  readonly tags?: readonly string[]
  /** The folder that is worked in: skills of other projects are left out. Default: those of every project. */
  readonly projectDir?: string
  /** The user's own skills, those of shared libraries, or all; default: all. */
  readonly scope?: Scope
}

export interface ContextOptions extends SearchOptions {
  /** Limit of the whole text; default 2,000. */
  readonly maxTokens?: number
  /** Counts the tokens of a text as the model does; default: an upper estimate without a tokenizer. */
  readonly countTokens?: (text: string) => number
}

export interface FoundSkill extends Pick<Skill, 'name' | 'description'> {
  /** Of a skill of the user's own. */
  readonly status?: Skill['status']
  readonly version?: string
  readonly library?: string
  /** 0 to 1; of the first, the probability that it is the right one. */
  readonly relevance: number
  /** Whether a person wrote or reviewed it. */
  readonly reviewed: boolean
}

export interface ChatSkillsParts extends Core<'catalogue' | 'search' | 'elsewhere'> {
  readonly load: Loader['load']
  readonly endOfRun: Recorder['endOfRun']
  readonly turnsOf: (messages: readonly unknown[], session: string, success?: boolean) => Promise<readonly TurnInput[]>
  readonly of: (user: string) => Promise<ChatSkills>
  readonly precision: number
}

const TOP = 3
const MAX_TOP = 100
const MAX_TOKENS = 2_000
/** Skills among which those with the tags are looked for. */
const MAX_TAGGED = 1_000
/** Characters of a query that are read. */
const MAX_QUERY = 4_000

export function createChatSkills(parts: ChatSkillsParts): ChatSkills {
  const { catalogue, search, elsewhere, load, endOfRun, turnsOf, of, precision } = parts
  const threshold = thresholdFor(NEW_MIX, precision)

  const ingest: ChatSkills['ingest'] = async (messages, { user, ...options } = { session: '' }) => {
    if (user !== undefined) return await (await of(user)).ingest(messages, options)
    const { session, success } = options
    if (!Array.isArray(messages) || typeof session !== 'string' || session === '')
      throw new WaylandError('bad_turn', 'ingest takes a list of messages and the id of their session', {
        hint: 'Give messages as the OpenAI API has them: { role, content, tool_calls }.',
      })
    const receipts: TurnReceipt[] = []
    const turns = await turnsOf(messages, session, success)
    // A chat in which no tool was ever called has none: its turns did not leave out work, they report no calls.
    const hasTools = turns.some(({ toolCalls = [] }) => toolCalls.length > 0)
    for (const { toolCalls, ...turn } of turns)
      receipts.push(await endOfRun(hasTools && toolCalls !== undefined ? { ...turn, toolCalls } : turn))
    return receipts
  }

  async function found(query: string, options: SearchOptions): Promise<readonly WithText[]> {
    const { top = TOP, tags = [], scope = 'all', projectDir } = options
    if (typeof query !== 'string') throw new WaylandError('bad_usage', 'a query must be a text')
    if (!Number.isInteger(top) || top < 1) throw new WaylandError('bad_usage', 'top must be a whole number from 1')
    if (!SCOPES.includes(scope)) throw new WaylandError('bad_usage', `scope must be one of ${SCOPES.join(', ')}`)
    if (!Array.isArray(tags)) throw new WaylandError('bad_usage', 'tags must be a list of texts')
    const [text, most] = [query.slice(0, MAX_QUERY), Math.min(top, MAX_TOP)]
    // The skills with the tags may be far behind the best of all.
    const within = tags.length === 0 ? most : MAX_TAGGED
    await catalogue.refresh()
    const hits = await search.search(text, within, await elsewhere({ projectDir }), scope)
    const rows = await catalogue.named(hits.map(({ id }) => id))
    const shown: WithText[] = []
    for (const { id, relevance } of hits) {
      const row = rows.get(id)
      if (row === undefined || !hasTags(row, tags)) continue
      // Bytes of a library that nobody approved: they are known now, and found no more.
      if (row.library !== undefined && !(await catalogue.isAsSeen(row))) return await found(query, options)
      if (shown.length < most) shown.push(withText(row, relevance))
    }
    return shown
  }

  const withText = (row: SkillRecord, relevance: number): WithText => {
    const { name, title = name, description, status, headVersion: version, library } = row
    const of = library === undefined ? { status } : { library }
    return {
      skill: { name: title, description, ...of, version, relevance, reviewed: isReviewed(row) },
      text: async () => await bodyOf(name),
    }
  }

  /** The text of a skill; undefined if it was withdrawn meanwhile. */
  async function bodyOf(name: string): Promise<string | undefined> {
    try {
      return splitFrontMatter((await load(name)).text).body
    } catch (error) {
      if (isWaylandError(error) && error.kind === 'not_found') return undefined
      throw error
    }
  }

  const renderContext: ChatSkills['renderContext'] = async (query, { user, ...options } = {}) => {
    if (user !== undefined) return await (await of(user)).renderContext(query, options)
    const { maxTokens = MAX_TOKENS, countTokens, ...searched } = options
    if (!(maxTokens >= 0)) throw new WaylandError('bad_usage', 'maxTokens must be a number, 0 or more')
    const hits = await found(query, searched)
    // The relevance of the first is a probability: below the threshold it is rather wrong than right.
    const near = hits.filter(({ skill: { relevance } }) => relevance >= threshold)
    const skills = await Promise.all(near.map(asContext))
    return contextText(skills.flat(), { maxTokens, countTokens })
  }

  return {
    ingest,
    async search(query, { user, ...options } = {}) {
      if (user !== undefined) return await (await of(user)).search(query, options)
      return (await found(query, options)).map(({ skill }) => skill)
    },
    renderContext,
  }
}

interface WithText {
  readonly skill: FoundSkill
  readonly text: () => Promise<string | undefined>
}

async function asContext({ skill, text }: WithText): Promise<readonly ContextSkill[]> {
  const { name, description, reviewed: isReviewed } = skill
  const body = await text()
  return body === undefined ? [] : [{ name, description, text: body, isReviewed }]
}
