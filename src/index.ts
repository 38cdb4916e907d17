// Every export below is public API and named one by one.

export { openSkillLoop } from './app/open-skill-loop.ts'
export { SkillIndex } from './app/skill-index.ts'
export type {
  ActivatedSkill as RenderedSkill,
  ChatSkills,
  ContextOptions,
  FoundSkill,
  IngestOptions,
  OfferedSkill,
  SearchOptions,
  SkillBank,
  SkillLoop,
  SkillLoopOptions,
  SkillText,
  UserLoop,
} from './app/skill-loop.ts'
export { parseOverride, SkillRouter } from './domain/bandit.ts'
export { Bucketer, type DraftTrigger } from './domain/bucketer.ts'
export type { Decision, Pick, Task } from './domain/decision.ts'
export { type ErrorCode, type ErrorKind, isWaylandError, WaylandError } from './domain/errors.ts'
export type { LoopEvent } from './domain/event.ts'
export { headStart, seedSuccesses } from './domain/hydration.ts'
export type { DraftReceipt, TurnReceipt } from './domain/receipt.ts'
export type { Candidate, DecisionReason } from './domain/routing/logged.ts'
export { signature } from './domain/signature.ts'
export type { Skill, SkillStatus } from './domain/skill.ts'
export type { Outcome, ToolCall, TurnInput } from './domain/turn.ts'
export type { EngineName } from './engines/engines.ts'
