import type { Database, Statement } from 'better-sqlite3'
import { type Side, type SkillText, textDigest } from '../../domain/retrieval/fields.ts'
import {
  countsOf,
  type IndexedSkill,
  indexedSkill,
  pack,
  termsByField,
  unpack,
} from '../../domain/retrieval/indexed-skill.ts'
import { learn, type Model } from '../../domain/retrieval/learning.ts'
import { type Library, SMALL } from '../../domain/retrieval/library.ts'
import { type Explained, priorFor, search } from '../../domain/retrieval/search.ts'
import { notesOf } from './notes.ts'
import type { indexedSkills } from './routing-schema.ts'

/** Incremented when the splitting of texts into terms changes: then all skills are indexed anew. A new database has 1. */
const VERSION = 1
/** Share of skills that must have changed since the last fit for a new one, which takes seconds. */
const WORTH_FITTING = 0.05
/** Numbers of skills by term that are kept in memory until a skill changes. */
const MOST_KNOWN = 200_000

/** Skills by their text: FTS5 finds candidates, and `search` ranks them. Changes belong into a transaction. */
export type SearchIndex = ReturnType<typeof searchIndex>

export function searchIndex(db: Database) {
  const row = db.prepare<[string], Pick<typeof indexedSkills.$inferSelect, 'n' | 'digest' | 'terms'>>(
    'SELECT n, digest, terms FROM indexed_skills WHERE skill = ?',
  )
  const add = db
    .prepare<[string, string, Uint8Array], number>(
      'INSERT INTO indexed_skills (skill, digest, terms) VALUES (?,?,?) RETURNING n',
    )
    .pluck()
  const addTerms = db.prepare<unknown[]>(
    `INSERT INTO skill_terms (rowid, name, triggers, description, body, examples, grams, body_grams)
     VALUES (?,?,?,?,?,?,?,?)`,
  )
  const drop = db.prepare<[number]>('DELETE FROM indexed_skills WHERE n = ?')
  const dropTerms = db.prepare<[number]>('DELETE FROM skill_terms WHERE rowid = ?')
  const ids = db.prepare<[], string>('SELECT skill FROM indexed_skills ORDER BY skill').pluck()
  const kept = notesOf<State>(db, 'index')
  const state = (): State => kept.get('')!
  const change = (changed: Partial<State>): void => kept.put('', { ...state(), ...changed })
  const library = indexedLibrary(db, { row, ids, state })
  const optimize = (): void => void db.exec("INSERT INTO skill_terms (skill_terms) VALUES ('optimize')")
  const fitSome = fitting({ library, state, change: db.transaction(change).immediate, optimize })

  function remove(id: string): boolean {
    const was = row.get(id)
    if (was === undefined) return false
    drop.run(was.n)
    dropTerms.run(was.n)
    account(unpack(id, was.terms), -1)
    return true
  }

  /** Takes all skills out; they are indexed again when a search needs it. */
  function empty(): void {
    db.exec("DELETE FROM indexed_skills; INSERT INTO skill_terms (skill_terms) VALUES ('delete-all')")
    change({ version: 0, skills: 0, phrases: 0, lengths: NO_LENGTHS, changes: state().changes + 1 })
  }

  function account(skill: IndexedSkill, sign: 1 | -1): void {
    const { skills, phrases, lengths, changes } = state()
    const of = (side: Side): number[] => lengths[side].map((sum, field) => sum + sign * skill[side].lengths[field]!)
    change({
      skills: skills + sign,
      phrases: phrases + sign * (skill.words.phrases.length - 1),
      lengths: { words: of('words'), grams: of('grams') },
      changes: changes + 1,
    })
  }

  return {
    /** Indexes a skill, or indexes it anew where its text is another one; returns whether anything changed. */
    put(text: SkillText): boolean {
      const digest = textDigest(text)
      const was = row.get(text.id)
      if (was?.digest === digest) return false
      if (was !== undefined) remove(text.id)
      const skill = indexedSkill(text)
      const n = add.get(text.id, digest, pack(skill))!
      addTerms.run(n, ...columnsOf(skill))
      account(skill, 1)
      return true
    },
    /** Takes a skill out; false where it was not there. */
    remove,
    ids: (): readonly string[] => ids.all(),
    /** The skills as ranking sees them. */
    library,
    get size(): number {
      return state().skills
    },
    /** `search` with the fitted ranking. */
    search(text: string, k: number, isIn?: (id: string) => boolean): readonly Explained[] {
      return search(library(), text, k, { ...(isIn && { isIn }), model: state().model })
    },
    /** Forgets what is left in the index of skills that were taken out. */
    scrub: optimize,
    /** Some work on a new fit, where enough has changed since the last one; returns whether more is left. */
    fitSome,
    /** Whether every skill is indexed; else `some` is called in a transaction to index a few, until none is left. */
    fill(some: () => number): boolean {
      if (state().version === VERSION) return true
      db.transaction(() => {
        if (state().version !== -VERSION) empty()
        change({ version: some() === 0 ? VERSION : -VERSION })
      }).immediate()
      return false
    },
  }
}

/** The skills as ranking sees them. */
function indexedLibrary(
  db: Database,
  {
    row,
    ids,
    state,
  }: Pick<Statements, 'state'> & {
    readonly row: Statement<[string], Pick<typeof indexedSkills.$inferSelect, 'n' | 'digest' | 'terms'>>
    readonly ids: Statement<[], string>
  },
) {
  const having = db.prepare<[string], number>('SELECT doc FROM skill_vocabulary WHERE term = ?').pluck()
  const near = { words: nearestBy('3, 3, 2, .5, 3, 0, 0'), grams: nearestBy('0, 0, 0, 0, 0, 3, .5') }
  const digests = db.prepare<[], Pick<typeof indexedSkills.$inferSelect, 'skill' | 'digest'>>(
    'SELECT skill, digest FROM indexed_skills ORDER BY skill',
  )
  /** Number of skills by word, and by gram as a negative number, as of so many changes. */
  const known = new Map<number, number>()
  let knownAt = -1
  /** The skills of a small library as of then: to ask FTS5 for them takes longer than to look at each (measured). */
  let whole: ReadonlyMap<string, Held> | undefined

  /** By BM25 with a weight a column; the innermost statement, so that only what is found is joined. */
  function nearestBy(weights: string) {
    return db
      .prepare<[string, number], string>(
        `SELECT skill FROM (SELECT rowid AS found, bm25(skill_terms, ${weights}) AS score FROM skill_terms
           WHERE skill_terms MATCH ? ORDER BY score LIMIT ?) JOIN indexed_skills ON n = found ORDER BY score, skill`,
      )
      .pluck()
  }

  function readWhole(): ReadonlyMap<string, Held> {
    const held = ({ skill, digest }: Pick<typeof indexedSkills.$inferSelect, 'skill' | 'digest'>): Held => {
      const before = whole?.get(skill)
      return before?.digest === digest ? before : { digest, skill: unpack(skill, row.get(skill)!.terms) }
    }
    return new Map(digests.all().map((one) => [one.skill, held(one)]))
  }

  function library(): Library {
    const { skills, phrases, lengths, changes } = state()
    const mean = (sum: number): number => Math.max(1, sum / Math.max(1, skills))
    if (knownAt !== changes || known.size > MOST_KNOWN) known.clear()
    if (knownAt !== changes) whole = skills > SMALL ? undefined : readWhole()
    knownAt = changes
    const small = whole && [...whole.values()].map((held) => held.skill)
    return {
      size: skills,
      hasPhrases: skills > 0 && phrases >= skills,
      means: { words: lengths.words.map(mean), grams: lengths.grams.map(mean) },
      frequency(side, term) {
        const key = side === 'words' ? term : -1 - term
        const before = known.get(key)
        if (before !== undefined) return before
        const found =
          small?.filter((skill) => countsOf(skill[side], term) > 0).length ?? having.get(tokenOf(side, term)) ?? 0
        known.set(key, found)
        return found
      },
      nearest(side, terms, limit) {
        if (small !== undefined && limit >= SMALL)
          return small.filter((one) => terms.some((term) => countsOf(one[side], term) > 0)).map(({ id }) => id)
        return near[side].all(terms.map((term) => tokenOf(side, term)).join(' OR '), limit)
      },
      skill(id) {
        const held = whole?.get(id)
        if (held !== undefined) return held.skill
        const found = row.get(id)
        return found && unpack(id, found.terms)
      },
      ids: () => ids.all(),
    }
  }

  return library
}

interface Held {
  readonly digest: string
  readonly skill: IndexedSkill
}

/** Fits the ranking to the skills, a step a call. */
function fitting({ library, state, change, optimize }: Statements) {
  let fit: { readonly steps: Generator<void, Model>; readonly prior: Model; readonly changes: number } | undefined
  return (): boolean => {
    const { changes, fitted, skills } = state()
    if (fit === undefined) {
      if ((changes - fitted) / Math.max(1, skills) < WORTH_FITTING) return false
      const of = library()
      const prior = priorFor(of)
      fit = { steps: learn([of], prior), prior, changes }
    }
    const { steps, prior, changes: begun } = fit
    const step = steps.next()
    if (step.done !== true) return true
    fit = undefined
    // In one piece, which each skill that came adds to: a search among 1,000 takes 20 % less (measured).
    optimize()
    // A library that is too small to learn from uses the prior, which may change as skills are added.
    change({ fitted: begun, model: step.value === prior ? undefined : step.value })
    return false
  }
}

interface Statements {
  readonly state: () => State
  readonly change: (changed: Partial<State>) => void
  readonly library: () => Library
  readonly optimize: () => void
}

/** Sums over all indexed skills, and the ranking that was fitted to them. */
interface State {
  /** How texts are split into terms where every skill is indexed; its negative while some are not; 0: none is. */
  readonly version: number
  readonly skills: number
  /** Number of their triggers and examples. */
  readonly phrases: number
  /** Sums of the lengths of their fields, by side. */
  readonly lengths: Readonly<Record<Side, readonly number[]>>
  /** Ascends with each text that is indexed or taken out. */
  readonly changes: number
  /** `changes` when the ranking was fitted. */
  readonly fitted: number
  /** Absent: what was learned from other libraries. */
  readonly model?: Model | undefined
}

const NO_LENGTHS: State['lengths'] = { words: [0, 0, 0, 0, 0], grams: [0, 0, 0, 0, 0] }

/** A term as FTS5 has it. */
const tokenOf = (side: Side, term: number): string => `${side === 'words' ? 'w' : 'g'}${term.toString(36)}`

/** The columns of `skill_terms`: words by field, grams of the body apart. */
function columnsOf({ words, grams }: IndexedSkill): readonly string[] {
  const said = (side: Side, terms: readonly number[]): string => terms.map((term) => tokenOf(side, term)).join(' ')
  const [name, triggers, description, body, examples] = termsByField(grams)
  const others = [name, triggers, description, examples].flatMap((terms) => terms ?? [])
  return [...termsByField(words).map((terms) => said('words', terms)), said('grams', others), said('grams', body ?? [])]
}
