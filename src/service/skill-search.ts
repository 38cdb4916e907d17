import type { Tell } from '../domain/event.ts'
import type { Refusal } from '../domain/retrieval/saved.ts'
import { type Explained, type Hit, SkillIndex, type Toward } from '../domain/retrieval/skill-index.ts'
import type { IndexFile } from '../store/index-file.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** The skills that may be offered, found by text: one index, loaded once, kept in step with the rows, fitted and saved. */
export interface SkillSearch {
  /** Makes the index hold exactly these skills, at the cost of those whose text is not what was indexed. */
  keep(skills: readonly SkillRecord[]): Promise<void>
  /** The best `k` of the skills kept, best first; see `SkillIndex.search`. */
  search(text: string, k: number, toward?: Toward): readonly Hit[]
  /** The same with the reasons. */
  explain(text: string, k: number, toward?: Toward): readonly Explained[]
  /** Takes note that this process changed the skills: the saved index follows a little later, or on closing. */
  changed(): void
  /** Bytes that the index takes in memory. */
  readonly bytes: number
  /** Gives up what goes on in the background and saves what has to be. */
  close(): Promise<void>
}

export interface SkillSearchParts {
  /** Where the index is saved; absent where nothing is kept. */
  readonly file: IndexFile | undefined
  /** The skills that may be offered now, for what goes on in the background. */
  readonly offered: () => Promise<readonly SkillRecord[]>
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

export function createSkillSearch({ file, offered, later, pause, tell }: SkillSearchParts): SkillSearch {
  let index: SkillIndex | undefined
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

  async function keep(skills: readonly SkillRecord[]): Promise<void> {
    if (skills === last) return
    const turn = queue.then(async () => await bringInStep(skills))
    queue = turn.catch(() => {})
    await turn
  }

  async function bringInStep(skills: readonly SkillRecord[]): Promise<void> {
    const missing = index === undefined ? await load() : undefined
    const first = last === undefined
    index ??= new SkillIndex()
    const changed = await takeIn(index, skills)
    unsaved += changed
    last = skills
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
    const bytes = await file?.read().catch((cause) => {
      tell({ kind: 'warning', what: 'the saved skill index could not be read; it is built anew', cause })
      owed = true
      return undefined
    })
    if (bytes === undefined) return 'none'
    const found = SkillIndex.load(bytes)
    if ('refused' in found) return found.refused
    index = found.index
    return undefined
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
      await keep(await offered())
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
    const saving = index.saving()
    let step = saving.next()
    for (; !step.done; step = saving.next()) await pause()
    await file.write(step.value)
  }

  return {
    keep,
    search: (...asked) => index?.search(...asked) ?? [],
    explain: (...asked) => index?.explain(...asked) ?? [],
    changed() {
      owed = true
      tendLater()
    },
    get bytes() {
      return index?.bytes ?? 0
    },
    async close() {
      if (closing) return
      closing = true
      callOff?.()
      await tending
      if (file === undefined || !(owed || unsaved > WORTH_WRITING)) return
      try {
        await keep(await offered())
        await save()
      } catch (cause) {
        tell({ kind: 'warning', what: 'the skill index was not saved', cause })
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
