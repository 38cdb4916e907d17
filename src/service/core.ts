import type { Tell } from '../domain/event.ts'
import type { LedgerFile } from '../store/ledger-file.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { Store } from '../store/store.ts'
import type { Approvals } from '../store/verdict-files.ts'
import type { Shelf } from './bank/shelf.ts'
import type {
  Catalogue,
  Clearance,
  SecondCopies,
  SkillPublisher,
  SkillRepairs,
  ToolNames,
} from './catalogue/catalogue.ts'
import type { Clock } from './clock.ts'
import type { Elsewhere } from './offers/elsewhere.ts'
import type { Router } from './offers/router.ts'
import type { SkillSearch } from './offers/skill-search.ts'

/** Those parts that a service is built from which it uses. */
export type Core<Part extends keyof CoreParts> = Pick<CoreParts, Part>

export interface CoreParts {
  readonly store: Store
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly tell: Tell
  readonly publisher: SkillPublisher
  readonly repairs: SkillRepairs
  readonly clearance: Clearance
  readonly copies: SecondCopies
  readonly catalogue: Catalogue
  /** The skills of shared libraries, and which of them a person approved. */
  readonly shelf: Shelf
  readonly approvals: Approvals
  readonly search: SkillSearch
  readonly router: Router
  readonly elsewhere: Elsewhere
  readonly toolNames: ToolNames
  /** The file with revocations, ledger and statuses beside the skills. */
  readonly ledgerFile: LedgerFile
}
