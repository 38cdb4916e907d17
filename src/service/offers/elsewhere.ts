import type { EvidencePlaces } from '../../store/ports/skill-store.ts'

export interface Place {
  readonly projectDir?: string | undefined
  /** The project of that folder, where it is known; '' where there is none: all that belongs to a project is elsewhere. */
  readonly project?: string | undefined
}

/** Names of the skills that belong to other projects: a place is offered none of them. Empty where no folder is told. */
export type Elsewhere = (place: Place) => Promise<ReadonlySet<string>>

/** `projectOf` gives the project of a folder, as turns are stored with it. */
export const createElsewhere =
  (store: Pick<EvidencePlaces, 'skillsElsewhere'>, projectOf: (projectDir: string) => string): Elsewhere =>
  async ({ project, projectDir }) => {
    const of = project ?? (projectDir === undefined ? undefined : projectOf(projectDir))
    return of === undefined ? NONE : await store.skillsElsewhere(of)
  }

const NONE: ReadonlySet<string> = new Set()
