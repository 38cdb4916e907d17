// Any name added here becomes public API: it must argue for itself, and is listed one by one.
export { SkillRouter } from './domain/bandit.ts'
export { Bucketer, type DraftTrigger } from './domain/bucketer.ts'
export type { Decision, Pick, Task } from './domain/decision.ts'
export { type ErrorCode, type ErrorKind, isWaylandError, WaylandError } from './domain/errors.ts'
export type { LoopEvent } from './domain/event.ts'
export { headStart, seedSuccesses } from './domain/hydration.ts'
export { parseOverride } from './domain/override.ts'
export type { DraftReceipt, TurnReceipt } from './domain/receipt.ts'
export { SkillIndex } from './domain/retrieval/skill-index.ts'
export type { Candidate, DecisionReason } from './domain/routing/candidate.ts'
export { signature } from './domain/signature.ts'
export type { Skill, SkillStatus } from './domain/skill.ts'
export type { EngineName, Outcome, ToolCall, TurnInput } from './domain/turn.ts'
export type { VectorModel } from './model/vectors.ts'
export {
  type OfferedSkill,
  openSkillLoop,
  type RenderedSkill,
  type SkillLoop,
  type SkillLoopOptions,
  type SkillText,
} from './skill-loop.ts'
