import { join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import type { SkillText } from '../domain/retrieval/fields.ts'
import type { Explained, Hit } from '../domain/retrieval/search.ts'
import { program } from '../platform/process.ts'
import { Sqlite } from '../store/sqlite/driver.ts'
import { migrate } from '../store/sqlite/migrate.ts'
import { type SearchIndex, searchIndex } from '../store/sqlite/search-index.ts'
import { deferred } from '../store/sqlite/statements.ts'

/**
 * A library of skills in memory, found by text. Results depend on what is in the index and on the last fit, not on the
 * order in which skills came.
 */
export class SkillIndex {
  readonly #index: SearchIndex
  /** Makes several changes one transaction: without one, each statement is its own. */
  readonly #whole: <R>(work: () => R) => R

  constructor() {
    let made: ReturnType<typeof inMemory> | undefined
    const db = deferred(() => (made ??= inMemory()))
    this.#index = searchIndex(db)
    this.#whole = (work) => db.transaction(work)()
  }

  get size(): number {
    return this.#index.size
  }

  /** Adds a skill, or replaces the one with its id. Throws `bad_usage` for one without id, name or description. */
  add(skill: SkillText): void {
    if ([skill?.id, skill?.name, skill?.description].some((field) => typeof field !== 'string'))
      throw new WaylandError('bad_usage', 'a skill needs id, name and description, each a text')
    this.#whole(() => this.#index.put(skill))
  }

  /** Takes a skill out; false when it was not there. */
  remove(id: string): boolean {
    return this.#whole(() => this.#index.remove(id))
  }

  /** Makes the index hold exactly these skills; only those with a changed text are indexed. */
  reconcile(skills: Iterable<SkillText>): void {
    this.#whole(() => {
      const gone = new Set(this.#index.ids())
      for (const skill of skills) {
        gone.delete(skill.id)
        this.#index.put(skill)
      }
      for (const id of gone) this.#index.remove(id)
    })
  }

  /** Fits the ranking and the relevance to the skills in the index, where enough of them changed since the last fit. */
  fit(): void {
    while (this.#index.fitSome());
  }

  /** The best `k` skills for a text, best first; ties by id. What is not `isIn` is left out. */
  search(text: string, k: number, isIn?: (id: string) => boolean): readonly Hit[] {
    return this.explain(text, k, isIn).map(({ id, relevance }) => ({ id, relevance }))
  }

  /** `search` with the reasons for each score. Throws `bad_usage` for what is no text. */
  explain(text: string, k: number, isIn?: (id: string) => boolean): readonly Explained[] {
    if (typeof text !== 'string') throw new WaylandError('bad_usage', 'a query must be a text')
    return this.#index.search(text, k, isIn)
  }
}

function inMemory() {
  const db = new Sqlite(':memory:')
  migrate(db, join(program.root, 'migrations'), program.version)
  return db
}
