import { afterEach, beforeEach } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { allAtOnceConformance } from './conformance/all-at-once.ts'
import { bookkeepingConformance } from './conformance/bookkeeping.ts'
import { countingConformance } from './conformance/counting.ts'
import { decisionConformance } from './conformance/decisions.ts'
import { knowledgeConformance } from './conformance/knowledge.ts'
import { lookupConformance } from './conformance/lookups.ts'
import { outlookConformance } from './conformance/outlook.ts'
import { promptConformance } from './conformance/prompts.ts'
import { readingConformance } from './conformance/readings.ts'
import { skillConformance } from './conformance/skills.ts'
import { triggerConformance } from './conformance/triggers.ts'
import { turnConformance } from './conformance/turns.ts'

/** What every store must do, method by method. `open` gives an empty store each time. */
export function storeConformance(open: () => Store): void {
  let store: Store
  const current = (): Store => store
  beforeEach(() => {
    store = open()
  })
  afterEach(async () => await store[Symbol.asyncDispose]())

  turnConformance(current)
  countingConformance(current)
  readingConformance(current)
  triggerConformance(current)
  decisionConformance(current)
  knowledgeConformance(current)
  skillConformance(current)
  lookupConformance(current)
  promptConformance(current)
  bookkeepingConformance(current)
  outlookConformance(current)
  allAtOnceConformance(current)
}
