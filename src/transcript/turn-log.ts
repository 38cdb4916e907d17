import type { Fields } from '../domain/json-value.ts'
import { OpenTurn, type Prompt } from './open-turn.ts'
import type { Emit, EntryReader, Position, ReaderContext } from './reader.ts'

/** How many finished turns wait for a later line that goes back behind them. */
const WAITING = 4
/** Limit of entries of one turn that are known by their ids. */
const MAX_ENTRIES = 8_192

/**
 * The turns of one session in order: the open one, and up to four before it, which are emitted later, since a user may
 * go back to before them. A turn whose prompt has no text is emitted as skipped, unless the format records no prompts.
 */
export class TurnLog {
  readonly #withoutPrompt: boolean
  #open: Entry | undefined
  #apart: boolean
  #waiting: Entry[] = []
  /** The newest entry of a tree of entries. */
  #tip: string | undefined
  #grown = 0

  constructor(options: { readonly withoutPrompt?: boolean; readonly apart?: boolean | undefined } = {}) {
    this.#withoutPrompt = options.withoutPrompt ?? false
    this.#apart = options.apart ?? false
  }

  /** The open turn, unless a run goes on that is none of its own. */
  get turn(): OpenTurn | undefined {
    return this.#apart ? undefined : this.#open?.turn
  }

  /**
   * Something other than a person's prompt may begin a run: where the open turn is over, what follows is none of its
   * own, up to the next prompt.
   */
  begunOtherwise(): void {
    const turn = this.#open?.turn
    if (turn === undefined || turn.over || turn.broken) this.#apart = true
  }

  /** Whether the run that goes on was begun by something other than a person's prompt. */
  get apart(): boolean {
    return this.#apart
  }

  /**
   * Opens a turn with the user's next prompt; `parent` is the entry it follows in a tree of entries: turns that
   * followed the same entry were taken back, and all after them. `context` is what a reader knew before this line.
   */
  open(prompt: Prompt, emit: Emit, parent?: string, context: ReaderContext = {}): void {
    if (parent !== undefined) this.goBackTo(parent)
    this.#finish(prompt.text)
    while (this.#waiting.length > WAITING) this.#tell(this.#waiting.shift()!, emit)
    this.#apart = false
    this.#open = { turn: new OpenTurn(prompt), parent, context, next: undefined, entries: new Map(), lastMessage: 0 }
  }

  /** The user went back: the newest `count` turns, the open one included, were taken back. */
  takeBack(count: number): void {
    const turns = this.#open === undefined ? this.#waiting : [...this.#waiting, this.#open]
    if (count > 0) for (const { turn } of turns.slice(-count)) turn.takeBack()
  }

  /** The end of the file, or of the session: emits every turn. */
  end(emit: Emit): void {
    const open = this.#open
    this.#open = undefined
    for (const entry of this.#waiting) this.#tell(entry, emit)
    this.#waiting = []
    if (open !== undefined) this.#tell(open, emit)
  }

  /** Position of the oldest turn that is not emitted yet. */
  openAt(): Position | undefined {
    return (this.#waiting[0] ?? this.#open)?.turn.prompt.at
  }

  /** What the reader knew before the oldest turn that is not emitted yet. */
  context(): ReaderContext | undefined {
    return (this.#waiting[0] ?? this.#open)?.context
  }

  /** The user went back to this entry: marks the turns after it as taken back. False when none followed it. */
  goBackTo(parent: string): boolean {
    const turns = this.#open === undefined ? this.#waiting : [...this.#waiting, this.#open]
    const from = turns.findIndex((entry) => entry.parent === parent)
    if (from >= 0) this.takeBack(turns.length - from)
    return from >= 0
  }

  /**
   * In a tree of entries, the next one follows `parent`. Unless that is the entry before it, the user went back: the
   * turns after the parent's were taken back, and the parent's own where messages had followed.
   */
  follows(parent: string | undefined): void {
    if (this.#tip === undefined || parent === this.#tip) return
    const turns = this.#open === undefined ? this.#waiting : [...this.#waiting, this.#open]
    const at = turns.findIndex(({ entries }) => parent !== undefined && entries.has(parent))
    const { entries, lastMessage } = turns[at] ?? { lastMessage: 0 }
    const more = lastMessage > (entries?.get(parent ?? '') ?? 0)
    this.takeBack(turns.length - at - (more ? 0 : 1))
  }

  /** The entry that was read belongs to the open turn; `message`: the run itself wrote it. */
  grew(id: string, message: boolean): void {
    this.#tip = id
    const open = this.#open
    if (open === undefined) return
    this.#grown++
    open.entries.set(id, this.#grown)
    if (message) open.lastMessage = this.#grown
    const [oldest] = open.entries.keys()
    if (oldest !== undefined && open.entries.size > MAX_ENTRIES) open.entries.delete(oldest)
  }

  #finish(next: string): void {
    if (this.#open === undefined) return
    this.#waiting.push({ ...this.#open, next })
    this.#open = undefined
  }

  #tell({ turn, next }: Entry, emit: Emit): void {
    if (turn.request === '' && !this.#withoutPrompt)
      emit({ kind: 'skipped', reason: 'no_text', line: turn.prompt.at.line })
    else emit(turn.close(next))
  }
}

interface Entry {
  readonly turn: OpenTurn
  /** Ids of the entries of a tree that belong to the turn, numbered as they came, and the last message's number. */
  readonly entries: Map<string, number>
  lastMessage: number
  readonly parent: string | undefined
  readonly context: ReaderContext
  /** The user's next message, once there is one. */
  readonly next: string | undefined
}

/** A reader of entries that keeps nothing back beside its log of turns. */
export abstract class LogReader implements EntryReader {
  protected readonly log: TurnLog
  /** Names the session where the entries do not. */
  protected readonly fallbackSession: string

  constructor(fallbackSession: string, log: TurnLog = new TurnLog()) {
    this.fallbackSession = fallbackSession
    this.log = log
  }

  abstract read(entry: Fields, at: Position, emit: Emit): string | undefined

  /** What the reader knows after the last entry. */
  protected abstract knows(): ReaderContext

  end(emit: Emit): void {
    this.log.end(emit)
  }

  openAt(): Position | undefined {
    return this.log.openAt()
  }

  context(): ReaderContext {
    return this.log.context() ?? this.knows()
  }
}
