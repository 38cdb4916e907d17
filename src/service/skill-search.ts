import type { Tell } from '../domain/event.ts'
import { DamagedIndex } from '../domain/retrieval/paged.ts'
import type { Refusal } from '../domain/retrieval/saved.ts'
import { type Explained, type Hit, SkillIndex, type Toward } from '../domain/retrieval/skill-index.ts'
import type { IndexFile, OpenIndex } from '../store/index-file.ts'
import type { ChangedSkills } from '../store/ports/skill-changes.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'

/** The skills that may be offered, found by text: one index, loaded once, kept in step with the rows, fitted and saved. */
export interface SkillSearch {
  /**
   * Makes the index hold exactly the skills that may be offered, or these: at the cost of those that changed since it was in
   * step, where the source tells them, else of a look at all.
   */
  keep(skills?: readonly SkillRecord[]): Promise<void>
  /** The best `k` of the skills kept, best first; see `SkillIndex.search`. */
  search(text: string, k: number, toward?: Toward): readonly Hit[]
  /** The same with the reasons. */
  explain(text: string, k: number, toward?: Toward): readonly Explained[]
  /** Takes note that this process changed the skills: the saved index follows a little later, or on closing. */
  changed(): void
  /** Skills that it holds. */
  readonly size: number
  /** Bytes that the index takes in memory. */
  readonly bytes: number
  /** Gives up what goes on in the background and saves what has to be. */
  close(): Promise<void>
}

export interface SkillSearchParts {
  /** Where the index is saved; absent where nothing is kept. */
  readonly file: IndexFile | undefined
  /** The skills that may be offered now. */
  readonly offered: () => Promise<readonly SkillRecord[]>
  /** What tells which of them changed since; absent where nothing does. */
  readonly changes?: Pick<Catalogue, 'mark' | 'changedSince'>
  /** The saved index is read in pieces, as it is asked for: for a process that asks little. */
  readonly inPieces?: boolean | undefined
  /** Runs something once, a little later; what it answers calls that off. */
  readonly later: (run: () => void) => () => void
  /** Lets whatever waits come first. */
  readonly pause: () => Promise<unknown>
  readonly tell: Tell
}

/** Skills looked at between two pauses: some ten milliseconds where they are new. */
const PIECE = 25
/** An index that lags behind by no more skills than this is caught up with faster than written. */
const WORTH_WRITING = 16
/** Share of the skills that changed since the last fit which makes another one worth its seconds. */
const WORTH_FITTING = 0.05
/** What changed skills leave behind in the index, as a share of those there are, that is worth writing it anew in memory. */
const WORTH_COMPACTING = 2

export function createSkillSearch({
  file,
  offered,
  changes,
  inPieces,
  later,
  pause,
  tell,
}: SkillSearchParts): SkillSearch {
  let index: SkillIndex | undefined
  let open: OpenIndex | undefined
  /** What is saved turned out not to be what was saved. */
  let isDamaged = false
  /** What the index holds, as it was given. */
  let last: readonly SkillRecord[] | undefined
  /** Skills in which the index is not what is saved. */
  let unsaved = 0
  /** The saved index must follow, however little differs. */
  let owed = false
  let closing = false
  /** One after the other: taking skills in pauses between pieces. */
  let queue: Promise<unknown> = Promise.resolve()
  let tending: Promise<void> | undefined
  let callOff: (() => void) | undefined

  async function keep(skills?: readonly SkillRecord[]): Promise<void> {
    if (skills !== undefined && skills === last) return
    const turn = queue.then(async () => await bringInStep(skills))
    queue = turn.catch(() => {})
    await turn
  }

  async function bringInStep(given: readonly SkillRecord[] | undefined): Promise<void> {
    const missing = index === undefined ? await load() : undefined
    const first = last === undefined
    index ??= new SkillIndex()
    // Before the rows are read: what changes meanwhile is looked at again the next time.
    const now = given === undefined ? await changes?.mark() : undefined
    const since = now && index.mark && (await changes?.changedSince(index.mark))
    const skills = since === undefined ? (given ?? (await offered())) : undefined
    const changed = skills === undefined ? await follow(index, since!) : await takeIn(index, skills)
    unsaved += changed
    last = skills
    index.mark = now
    if (file === undefined || changed === 0) return tendIfWorthIt(index)
    if (missing !== undefined && !(owed && missing === 'none'))
      tell({ kind: 'repaired', what: `${WHY_BUILT[missing]}: built it from the text of ${changed} skills` })
    else if (first && !owed && changed > WORTH_WRITING && changed * 2 > index.size)
      tell({ kind: 'repaired', what: `the saved skill index did not match: read the text of ${changed} skills again` })
    owed ||= missing !== undefined
    tendIfWorthIt(index)
  }

  /** Why there is no index to go on with, if there is none. */
  async function load(): Promise<keyof typeof WHY_BUILT | undefined> {
    if (isDamaged) return 'damaged'
    try {
      const found = await saved()
      if (found === undefined) return 'none'
      if ('refused' in found) return found.refused
      index = found.index
      return undefined
    } catch (cause) {
      tell({ kind: 'warning', what: 'the saved skill index could not be read; it is built anew', cause })
      owed = true
      return 'none'
    }
  }

  async function saved(): Promise<ReturnType<typeof SkillIndex.open> | undefined> {
    if (inPieces === true) {
      open = file?.open()
      return open && SkillIndex.open(open)
    }
    const bytes = await file?.read()
    return bytes && SkillIndex.load(bytes)
  }

  /** An index that turns out to be damaged where it is looked into is forgotten: the next step builds another. */
  function looking<R>(look: () => R): R {
    try {
      return look()
    } catch (error) {
      if (error instanceof DamagedIndex) {
        isDamaged = true
        index = undefined
        last = undefined
      }
      throw error
    }
  }

  /** Looks only at what stands between the beginning and the end that the list has in common with the one before. */
  async function takeIn(into: SkillIndex, skills: readonly SkillRecord[]): Promise<number> {
    const before = last ?? []
    const least = Math.min(before.length, skills.length)
    let from = 0
    while (from < least && before[from] === skills[from]) from++
    let kept = 0
    while (kept < least - from && before.at(-1 - kept) === skills.at(-1 - kept)) kept++
    const between = skills.slice(from, skills.length - kept)
    const gone = new Set(last === undefined ? into.ids() : before.slice(from, before.length - kept).map(nameOf))
    let changed = 0
    for (const [at, { name, description, triggers, body }] of between.entries()) {
      gone.delete(name)
      if (into.put({ id: name, name, description, triggers, body })) changed++
      if (at % PIECE === PIECE - 1) await pause()
    }
    for (const name of gone) into.remove(name)
    return changed + gone.size
  }

  async function follow(into: SkillIndex, { names, skills }: ChangedSkills): Promise<number> {
    const gone = new Set(names)
    let changed = 0
    for (const [at, { name, description, triggers, body }] of skills.entries()) {
      gone.delete(name)
      if (looking(() => into.put({ id: name, name, description, triggers, body }))) changed++
      if (at % PIECE === PIECE - 1) await pause()
    }
    for (const name of gone) if (into.remove(name)) changed++
    return changed
  }

  function tendIfWorthIt({ staleness, waste }: SkillIndex): void {
    const writing = file !== undefined && (unsaved > WORTH_WRITING || owed)
    if (writing || staleness >= WORTH_FITTING || waste >= WORTH_COMPACTING) tendLater()
  }

  function tendLater(): void {
    if (closing || callOff !== undefined || tending !== undefined) return
    callOff = later(() => {
      callOff = undefined
      tending = tend().finally(() => {
        tending = undefined
      })
    })
  }

  /** Saves before it fits: what was read is safe then, and a fit may take seconds. */
  async function tend(): Promise<void> {
    try {
      await keep()
      if (owed || unsaved > WORTH_WRITING) await save()
      if (index !== undefined && index.staleness >= WORTH_FITTING && (await refit(index))) await save()
      if (index !== undefined && index.waste >= WORTH_COMPACTING) await compact(index)
    } catch (cause) {
      tell({ kind: 'warning', what: 'the skill index was not brought up to date', cause })
    }
  }

  /** In the queue, so that no skill is taken in meanwhile. */
  async function compact(full: SkillIndex): Promise<void> {
    const turn = queue.then(async () => {
      for (const _ of full.compacting()) await pause()
    })
    queue = turn.catch(() => {})
    await turn
  }

  /** Whether it came to its end. */
  async function refit(fitted: SkillIndex): Promise<boolean> {
    for (const _ of fitted.fitting()) {
      await pause()
      if (closing) return false
    }
    return true
  }

  async function save(): Promise<void> {
    if (file === undefined || index === undefined) return
    unsaved = 0
    owed = false
    looking(() => index?.readAll())
    const saving = index.saving()
    let step = saving.next()
    for (; !step.done; step = saving.next()) await pause()
    await file.write(step.value)
  }

  return {
    keep,
    search: (...asked) => looking(() => index?.search(...asked) ?? []),
    explain: (...asked) => looking(() => index?.explain(...asked) ?? []),
    changed() {
      owed = true
      tendLater()
    },
    get size() {
      return index?.size ?? 0
    },
    get bytes() {
      return index?.bytes ?? 0
    },
    async close() {
      if (closing) return
      closing = true
      callOff?.()
      await tending
      try {
        if (file === undefined || !(owed || unsaved > WORTH_WRITING)) return
        await keep()
        await save()
      } catch (cause) {
        tell({ kind: 'warning', what: 'the skill index was not saved', cause })
      } finally {
        open?.close()
      }
    },
  }
}

const WHY_BUILT: Readonly<Record<Refusal['refused'] | 'none', string>> = {
  none: 'there was no saved skill index',
  not_an_index: 'what lay in the place of the saved skill index is none',
  other_version: 'the saved skill index was of another version',
  damaged: 'the saved skill index was cut short or altered',
}

const nameOf = ({ name }: SkillRecord): string => name
