import type { Tell } from '../domain/event.ts'
import type { SkillText } from '../domain/retrieval/fields.ts'
import { DamagedIndex } from '../domain/retrieval/paged.ts'
import type { Refusal } from '../domain/retrieval/saved.ts'
import { type Explained, type Hit, SkillIndex, type Toward } from '../domain/retrieval/skill-index.ts'
import { withTags } from '../domain/skill-tags.ts'
import type { IndexFile, OpenIndex } from '../store/index-file.ts'
import type { ChangedSkills } from '../store/ports/skill-changes.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Catalogue } from './catalogue.ts'

/** Text search over the skills that may be offered: one index, loaded once, updated with the rows, fitted and saved. */
export interface SkillSearch {
  /**
   * Updates the index to hold exactly the skills that may be offered, or these. Costs as much as the changed skills
   * where the source names them, else a pass over all.
   */
  keep(skills?: readonly SkillRecord[]): Promise<void>
  /** The best `k` skills, best first; see `SkillIndex.search`. */
  search(text: string, k: number, toward?: Toward): readonly Hit[]
  /** `search` with the reasons for each score. */
  explain(text: string, k: number, toward?: Toward): readonly Explained[]
  /** Reports that this process changed the skills: the index is saved a little later, or on closing. */
  changed(): void
  /** Number of skills in the index. */
  readonly size: number
  /** Memory of the index in bytes. */
  readonly bytes: number
  /** Stops background work and saves what is not saved. */
  close(): Promise<void>
}

export interface SkillSearchParts {
  /** The file of the index; absent where nothing is stored. */
  readonly file: IndexFile | undefined
  /** The skills that may be offered now. */
  readonly offered: () => Promise<readonly SkillRecord[]>
  /** Tells which skills changed since a mark; absent where nothing can. */
  readonly changes?: Pick<Catalogue, 'mark' | 'changedSince'>
  /** Read the saved index in parts, on demand: for a process that makes few searches. */
  readonly inPieces?: boolean | undefined
  /** Runs something once, a little later; the returned function cancels it. */
  readonly later: (run: () => void) => () => void
  /** Yields to other work. */
  readonly pause: () => Promise<unknown>
  readonly tell: Tell
}

/** Skills indexed between two pauses: about 10 ms if they are new. */
const PIECE = 25
/** A saved index that lacks at most this many skills is updated faster at the next start than written now. */
const WORTH_WRITING = 16
/** Changed rows above which an index is saved though no text changed: 12 ms of each start, until it is. */
const WORTH_MARKING = 500
/** Share of skills that must have changed since the last fit for a new one, which takes seconds. */
const WORTH_FITTING = 0.05
/** Stale entries in the index, as a multiple of its skills, at which it is compacted in memory. */
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
  /** Whether the saved file was found to be damaged. */
  let isDamaged = false
  /** The skills in the index, as they were last given. */
  let last: readonly SkillRecord[] | undefined
  /** Number of skills in which the index differs from the saved file. */
  let unsaved = 0
  /** The index must be saved even if few skills differ. */
  let owed = false
  let closing = false
  /** Serialises updates, which pause between pieces. */
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
    // Taken before the rows are read: what changes during the read is read again the next time.
    const now = given === undefined ? await changes?.mark() : undefined
    const since = now && index.mark && (await changes?.changedSince(index.mark))
    const skills = since === undefined ? (given ?? (await offered())) : undefined
    const changed = skills === undefined ? await follow(index, since!) : await takeIn(index, skills)
    unsaved += changed
    // All rows change where a home is moved or restored, though no text does.
    const isBehind = since !== undefined && since.skills.length > WORTH_MARKING
    last = skills
    index.mark = now
    if (file === undefined || changed === 0) {
      owed ||= isBehind
      return tendIfWorthIt(index)
    }
    if (missing !== undefined && !(owed && missing === 'none'))
      tell({ kind: 'repaired', what: `${WHY_BUILT[missing]}: built it from the text of ${changed} skills` })
    else if (first && !owed && changed > WORTH_WRITING && changed * 2 > index.size)
      tell({ kind: 'repaired', what: `the saved skill index did not match: read the text of ${changed} skills again` })
    owed ||= missing !== undefined || isBehind
    tendIfWorthIt(index)
  }

  /** Loads the saved index; returns why it cannot be used, if so. */
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

  /** Runs a search; an index that proves damaged is dropped, and the next step builds another. */
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

  /** Compares only the part between the common prefix and suffix of the old and the new list. */
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
    for (const [at, skill] of between.entries()) {
      gone.delete(skill.name)
      if (into.put(indexed(skill))) changed++
      if (at % PIECE === PIECE - 1) await pause()
    }
    for (const name of gone) into.remove(name)
    return changed + gone.size
  }

  async function follow(into: SkillIndex, { names, skills }: ChangedSkills): Promise<number> {
    const gone = new Set(names)
    let changed = 0
    for (const [at, skill] of skills.entries()) {
      gone.delete(skill.name)
      if (looking(() => into.put(indexed(skill)))) changed++
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

  /** Saves before fitting: a fit may take seconds, and the work so far is then safe. */
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

  /** Runs in the queue of updates, so that no skill is added during it. */
  async function compact(full: SkillIndex): Promise<void> {
    const turn = queue.then(async () => {
      for (const _ of full.compacting()) await pause()
    })
    queue = turn.catch(() => {})
    await turn
  }

  /** Whether the fit was completed. */
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

/** What is indexed of a skill. */
const indexed = ({ name, description, triggers, tags, body }: SkillRecord): SkillText => ({
  ...{ id: name, name, triggers, body },
  description: withTags(description, tags),
})

const nameOf = ({ name }: SkillRecord): string => name
