import type { Store } from '../../src/store/store.ts'
import { callStoreConformance } from './conformance/call-store.ts'
import { conversationStoreConformance } from './conformance/conversation-store.ts'
import { decisionStoreConformance } from './conformance/decision-store.ts'
import { evidencePlacesConformance } from './conformance/evidence-places.ts'
import { exportStoreConformance } from './conformance/export-store.ts'
import { fireStoreConformance } from './conformance/fire-store.ts'
import { hasFolderLockConformance } from './conformance/folder-lock.ts'
import { ledgerStoreConformance } from './conformance/ledger-store.ts'
import { libraryStoreConformance } from './conformance/library-store.ts'
import { noticeStoreConformance } from './conformance/notice-store.ts'
import { ownRequestsConformance } from './conformance/own-requests.ts'
import { promptStoreConformance } from './conformance/prompt-store.ts'
import { proofStoreConformance } from './conformance/proof-store.ts'
import { recurrenceStoreConformance } from './conformance/recurrence-store.ts'
import { reviewStoreConformance } from './conformance/review-store.ts'
import { scheduleStoreConformance } from './conformance/schedule-store.ts'
import { skillChangesConformance } from './conformance/skill-changes.ts'
import { skillFindingConformance } from './conformance/skill-finding.ts'
import { skillLookupsConformance } from './conformance/skill-lookups.ts'
import { skillStoreConformance } from './conformance/skill-store.ts'
import { sourceStoreConformance } from './conformance/source-store.ts'
import { hasPlaceConformance } from './conformance/store-place.ts'
import { triggerStoreConformance } from './conformance/trigger-store.ts'
import { turnLookupsConformance } from './conformance/turn-lookups.ts'
import { turnStoreConformance } from './conformance/turn-store.ts'
import { storeUpkeepConformance } from './conformance/upkeep.ts'
import { useRecordsConformance } from './conformance/use-records.ts'
import { verdictStoreConformance } from './conformance/verdict-store.ts'
import { versionStoreConformance } from './conformance/version-store.ts'
import { wishStoreConformance } from './conformance/wish-store.ts'

/**
 * What every store must do, port by port; who implements one port runs its suite alone. `open` gives an empty store each
 * time, which the suite closes.
 */
export function storeConformance(open: () => Store): void {
  turnStoreConformance(open)
  turnLookupsConformance(open)
  triggerStoreConformance(open)
  skillStoreConformance(open)
  skillLookupsConformance(open)
  skillFindingConformance(open)
  libraryStoreConformance(open)
  evidencePlacesConformance(open)
  ownRequestsConformance(open)
  skillChangesConformance(open)
  noticeStoreConformance(open)
  versionStoreConformance(open)
  ledgerStoreConformance(open)
  verdictStoreConformance(open)
  promptStoreConformance(open)
  decisionStoreConformance(open)
  useRecordsConformance(open)
  sourceStoreConformance(open)
  exportStoreConformance(open)
  callStoreConformance(open)
  reviewStoreConformance(open)
  recurrenceStoreConformance(open)
  conversationStoreConformance(open)
  proofStoreConformance(open)
  scheduleStoreConformance(open)
  fireStoreConformance(open)
  wishStoreConformance(open)
  storeUpkeepConformance(open)
  hasFolderLockConformance(open)
  hasPlaceConformance(open)
}
