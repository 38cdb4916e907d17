import type { HasFolderLock } from './folder-lock.ts'
import type { CallStore } from './ports/call-store.ts'
import type { ConversationStore } from './ports/conversation-store.ts'
import type { DecisionStore } from './ports/decision-store.ts'
import type { EvidencePlaces } from './ports/evidence-places.ts'
import type { ExportStore } from './ports/export-store.ts'
import type { FireStore } from './ports/fire-store.ts'
import type { LedgerStore } from './ports/ledger-store.ts'
import type { LiftTallies } from './ports/lift-tallies.ts'
import type { NoticeStore } from './ports/notice-store.ts'
import type { OwnRequests } from './ports/own-requests.ts'
import type { PromptStore } from './ports/prompt-store.ts'
import type { ProofStore } from './ports/proof-store.ts'
import type { RecurrenceStore } from './ports/recurrence-store.ts'
import type { ReviewStore } from './ports/review-store.ts'
import type { ScheduleStore } from './ports/schedule-store.ts'
import type { SkillChanges } from './ports/skill-changes.ts'
import type { SkillFinding } from './ports/skill-finding.ts'
import type { SkillLookups } from './ports/skill-lookups.ts'
import type { SkillStore } from './ports/skill-store.ts'
import type { SourceStore } from './ports/source-store.ts'
import type { HasPlace } from './ports/store-place.ts'
import type { TriggerStore } from './ports/trigger-store.ts'
import type { TurnLookups } from './ports/turn-lookups.ts'
import type { TurnStore } from './ports/turn-store.ts'
import type { StoreUpkeep } from './ports/upkeep.ts'
import type { UseRecords } from './ports/use-records.ts'
import type { VectorStore } from './ports/vector-store.ts'
import type { VerdictStore } from './ports/verdict-store.ts'
import type { VersionStore } from './ports/version-store.ts'
import type { WishStore } from './ports/wish-store.ts'

/**
 * The persistent state of the loop: one port for each intent, and services name those that they use. Every method is
 * atomic, also with other processes on the same store. Throws `storage_unavailable`, `storage_locked` or
 * `newer_database`.
 */
export interface Store
  extends AsyncDisposable,
    HasFolderLock,
    HasPlace,
    TurnStore,
    TurnLookups,
    TriggerStore,
    SkillStore,
    SkillLookups,
    SkillFinding,
    EvidencePlaces,
    SkillChanges,
    NoticeStore,
    VersionStore,
    LedgerStore,
    VerdictStore,
    PromptStore,
    DecisionStore,
    OwnRequests,
    UseRecords,
    LiftTallies,
    SourceStore,
    VectorStore,
    ExportStore,
    CallStore,
    ReviewStore,
    RecurrenceStore,
    ConversationStore,
    ProofStore,
    ScheduleStore,
    FireStore,
    WishStore,
    StoreUpkeep {}
