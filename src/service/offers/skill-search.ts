import type { Tell } from '../../domain/event.ts'
import type { Explained } from '../../domain/retrieval/search.ts'
import type { OfferRule } from '../../domain/visibility.ts'
import type { SkillFinding } from '../../store/ports/skill-store.ts'

/** The person's own skills, those of shared libraries, or all. */
export const SCOPES = ['user', 'libraries', 'all'] as const
export type Scope = (typeof SCOPES)[number]

export type SkillSearch = ReturnType<typeof createSkillSearch>

export interface SkillSearchParts {
  readonly store: SkillFinding
  readonly offer: () => OfferRule
  /** Folders of the libraries that can be reached. */
  readonly libraries: () => readonly string[]
  /** Runs something once, a little later; the returned function cancels it. */
  readonly later: (run: () => void) => () => void
  /** Yields to other work. */
  readonly pause: () => Promise<unknown>
  readonly tell: Tell
}

/** Text search over the skills that may be offered. */
export function createSkillSearch({ store, offer, libraries, later, pause, tell }: SkillSearchParts) {
  /** Settled once every skill is indexed. */
  let indexing: Promise<void> | undefined
  let closing = false
  let fitting: Promise<void> | undefined
  let callOff: (() => void) | undefined

  async function indexAll(): Promise<void> {
    while (!(await store.indexSkills())) await pause()
    fitLater()
  }

  function fitLater(): void {
    if (closing || callOff !== undefined || fitting !== undefined) return
    callOff = later(() => {
      callOff = undefined
      fitting = fitAll().finally(() => {
        fitting = undefined
      })
    })
  }

  async function fitAll(): Promise<void> {
    try {
      while (!closing && (await store.fitRanking())) await pause()
    } catch (cause) {
      tell({ kind: 'warning', what: 'the ranking of skills was not fitted to them', cause })
    }
  }

  return {
    /** The best `k` skills but for these names, best first. Default: one's own, and those of libraries. */
    async search(
      text: string,
      k: number,
      without?: ReadonlySet<string>,
      scope: Scope = 'all',
    ): Promise<readonly Explained[]> {
      indexing ??= indexAll()
      try {
        await indexing
      } catch (error) {
        indexing = undefined
        throw error
      }
      return await store.nearestSkills(text, k, {
        offer: scope === 'libraries' ? undefined : offer(),
        libraries: scope === 'user' ? [] : libraries(),
        without,
      })
    },
    /** Reports that this process changed the skills: the ranking may be fitted to them a little later. */
    changed: fitLater,
    /** Stops background work. */
    async close(): Promise<void> {
      closing = true
      callOff?.()
      await fitting
    },
  }
}
