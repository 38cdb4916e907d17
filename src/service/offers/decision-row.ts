import type { Decision, Task } from '../../domain/decision.ts'
import type { Deliberation } from '../../domain/routing/deliberation.ts'
import type { DecisionRow } from '../../store/ports/decision-store.ts'

/** A decision as it is logged. */
export function decisionRow(
  task: Task,
  { id, reason }: Decision,
  made: Deliberation & Pick<DecisionRow, 'kind' | 'version' | 'shown'>,
  at: Date,
): DecisionRow {
  const { kind, version, shown, pick, propensity, weighed, rest, choice } = made
  return {
    id,
    at: at.getTime(),
    task: task.text,
    engine: task.engine ?? null,
    sessionId: task.sessionId ?? null,
    promptId: task.promptId ?? null,
    projectDir: task.projectDir ?? null,
    kind,
    pick,
    version,
    reason,
    propensity,
    holdout: choice.holdout,
    weighed,
    candidates: rest.map(({ skill, relevance }) => ({ skill, relevance })),
    shown,
  }
}
