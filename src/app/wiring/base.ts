import type { Config } from '../../config/config.ts'
import type { LoopEvent } from '../../domain/event.ts'
import type { EventStream } from '../../domain/event-stream.ts'
import type { Catalogue } from '../../service/catalogue.ts'
import type { Clearance } from '../../service/clearance.ts'
import type { Clock } from '../../service/clock.ts'
import type { Embedder } from '../../service/embedder.ts'
import type { Placement } from '../../service/placement.ts'
import type { Router } from '../../service/router.ts'
import type { SecondCopies } from '../../service/second-copies.ts'
import type { SkillFolder } from '../../store/skill-folder.ts'
import type { Claim, Store } from '../../store/store.ts'
import type { SkillLoopOptions } from '../skill-loop.ts'

/** What the loop is built from. */
export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly stream: EventStream
  readonly tell: (event: LoopEvent) => void
  readonly options: SkillLoopOptions
}

/** What every service is built from. */
export interface Base extends Omit<Parts, 'stream'> {
  readonly folder: SkillFolder
  readonly placement: Placement
  readonly clearance: Clearance
  readonly copies: SecondCopies
  readonly catalogue: Catalogue
  readonly router: Router
  /** Undefined without vectors. */
  readonly embedder: Embedder | undefined
  readonly claim: OwnClaim
}

/** What this process claims completed streaks with. */
export type OwnClaim = Omit<Claim, 'triggerId' | 'at'>
