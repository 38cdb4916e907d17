import type { CallStore, ProofStore } from './ports/call-store.ts'
import type { ConversationStore, DecisionStore, UseRecords } from './ports/decision-store.ts'
import type { RecurrenceStore, ReviewStore, WishStore } from './ports/review-store.ts'
import type { FireStore, ScheduleStore } from './ports/schedule-store.ts'
import type {
  EvidencePlaces,
  LibraryStore,
  NoticeStore,
  SkillChanges,
  SkillFinding,
  SkillLookups,
  SkillStore,
} from './ports/skill-store.ts'
import type { OwnRequests, SourceStore, TriggerStore, TurnLookups, TurnStore } from './ports/turn-store.ts'
import type { HasFolderLock, HasPlace, StoreUpkeep } from './ports/upkeep.ts'
import type { ExportStore, LedgerStore, PromptStore, VerdictStore, VersionStore } from './ports/version-store.ts'

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
    LibraryStore,
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
    SourceStore,
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
