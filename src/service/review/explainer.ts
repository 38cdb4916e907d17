import type { EvidenceRow } from '../../domain/draft/evidence-table.ts'
import type { Habit } from '../../domain/draft/notes.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { GroupReason } from '../../domain/grouping/group.ts'
import type { IsLate } from '../../domain/safety/time-limit.ts'
import type { Finding } from '../../domain/safety.ts'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import type { Outlook } from '../../store/outlook.ts'
import type { StandingRule } from '../../store/ports/review-store.ts'
import type { ExplainedTurn, TurnsAsked } from '../../store/ports/turn-store.ts'
import type { VersionRecord } from '../../store/skill-records.ts'
import type { StreakRule } from '../../store/streak-rule.ts'
import type { Core } from '../core.ts'
import { composer } from '../drafts/composing.ts'
import { type CostedProposal, meantReason, proposalsAbout, reviewStatus } from './model-lines.ts'
import type { StandingRules } from './standing-rules.ts'

/** Why a turn counted or did not, and what it is evidence of. */
export interface TurnExplanation {
  readonly turnId: string
  readonly request: string
  readonly trajectory: TurnTrajectory
  readonly at: Date
  readonly outcome: Outcome
  /** The turn's own signature; empty when the request holds no keyword. */
  readonly signature: string
  /** Whether it is evidence of a recurring task. */
  readonly counts: boolean
  /** One sentence: why it counts or does not. */
  readonly reason: string
  readonly gate?: string
  /** Length of the longest streak that the turn waits in; 0 if it waits in none, for example after a draft. */
  readonly streak: number
  /** The group that similarity assigned it to; absent where streaks go by exact signature. */
  readonly group?: GroupReason
  /** Versions that were drafted from the turn, oldest first. */
  readonly evidenceOf: readonly TurnUse[]
  /** Whether its session was reviewed for something to learn, and why or why not, in a line; absent if none would be. */
  readonly review?: string
  /** What a model that read the project's requests together made of it, in a line; absent if it was not shown it. */
  readonly meant?: string
}

export interface TurnUse {
  readonly skill: string
  readonly version: string
  readonly state: VersionRecord['state']
}

/** The usual steps of a project, as a note for its AGENTS.md or CLAUDE.md, and its person's standing wishes. */
export interface ProjectNotes {
  readonly projectDir: string
  readonly project: string
  readonly turns: number
  /** Markdown; absent if no step is common enough. */
  readonly text?: string
  readonly habits: readonly Habit[]
  /** Of this project, and of no project in particular. */
  readonly rules: readonly StandingRule[]
}

/** The evidence of a skill version: the requests, and the calls of the runs aligned in columns. */
export interface SkillEvidence {
  readonly version: string
  /** One for each column of the calls. */
  readonly runs: readonly EvidenceRun[]
  /** Runs that must show a step for it to be drafted. */
  readonly needed: number
  readonly rows: readonly EvidenceRow[]
}

export interface EvidenceRun {
  readonly turnId: string
  readonly request: string
  readonly summary: string
}

export interface Explainer {
  /** The evidence of a skill's current version; undefined where it was not drafted, or its turns were deleted. */
  evidence(skill: string): Promise<SkillEvidence | undefined>
  /**
   * The findings in the files of a skill's head or newest proposal, and in the turns that it came from. Throws
   * `no_such_skill`.
   */
  findings(skill: string, of?: 'head' | 'proposed'): Promise<readonly Finding[]>
  /** Why a turn counted or did not. Throws `not_found`. */
  explain(turnId: string): Promise<TurnExplanation>
  /** `explain` for the latest turns, newest first, without the reviews of their sessions. */
  latest(limit: number): Promise<readonly TurnExplanation[]>
  /** `latest` for turns with a text in their request, signature or project; `next` is where an older page begins. */
  findTurns(asked: TurnsAsked): Promise<{ readonly turns: readonly TurnExplanation[]; readonly next?: string }>
  /** The rules that the turns of a skill's versions voice, as they were last heard. */
  rulesOf(skill: string): Promise<readonly StandingRule[]>
  /** What a model proposed about a skill, newest first, what became of it, and what it cost. */
  proposals(skill: string): Promise<readonly CostedProposal[]>
  /** Counts of the latest turns by result, and the streaks nearest to a draft, at most `streaks` of each kind. */
  outlook(streaks?: number): Promise<Outlook>
  /** The steps that most turns of a project have, and what its person asks for in general; writes nothing. */
  notes(projectDir: string): Promise<ProjectNotes>
}

/** Latest turns of a project that the base rates are computed from. */
const HABIT_TURNS = 500
/** Turns that an outlook counts and streaks that it names; more would be slow without telling more. */
const OUTLOOK_TURNS = 5_000
const NEAREST = 20

export function createExplainer(
  parts: Core<'store' | 'catalogue'> & {
    readonly startLook: () => IsLate
    readonly grouping: StreakRule['grouping']
    /** Whether a language model is configured. */
    readonly learns: boolean
    /** The project of a folder, as turns are stored with it. */
    readonly projectOf: (dir: string) => string
    readonly rules: Pick<StandingRules, 'rules'>
  },
): Explainer {
  const { store, catalogue, startLook, grouping, learns, projectOf, rules } = parts
  async function versionsOf(reference: string): Promise<Versions> {
    const { id, headVersion } = await catalogue.find(reference)
    const versions = await store.versions(id)
    const head = versions.find(({ version }) => version === headVersion)
    const drafted = versions.filter(({ state, evidence }) => state === 'accepted' && evidence.length > 0)
    return {
      head,
      drafted: head !== undefined && drafted.includes(head) ? head : drafted.at(-1),
      proposed: versions.findLast(({ state }) => state === 'proposed'),
    }
  }

  return {
    async evidence(skill) {
      const { drafted } = await versionsOf(skill)
      return drafted && (await evidenceOf(store, drafted))
    },
    async findings(skill, of = 'head') {
      const { head, drafted, proposed } = await versionsOf(skill)
      const files = of === 'head' ? head : proposed
      const turns = of === 'head' ? drafted : proposed
      return files === undefined
        ? []
        : await findingsOfVersion(
            { store, startLook },
            { files: await store.files(files.id), turns: turns?.evidence ?? [] },
          )
    },
    async explain(turnId) {
      const turn = await store.explainTurn(turnId)
      if (turn === undefined)
        throw new WaylandError('not_found', `there is no turn "${turnId}"`, {
          hint: '"wayland-core explain" alone lists the latest turns with their ids.',
        })
      const { engine = '', sessionId = '' } = turn.trajectory
      const review = await reviewStatus(store, { engine, sessionId }, learns)
      const [told] = await explained(store, [turn])
      return { ...told!, ...(review === undefined ? {} : { review }) }
    },
    latest: async (limit) => await explained(store, await store.latestTurns(limit)),
    async findTurns(asked) {
      const { turns, ...more } = await store.findTurns(asked)
      return { turns: await explained(store, turns), ...more }
    },
    async rulesOf(skill) {
      const { id } = await catalogue.find(skill)
      const turns = new Set((await store.versions(id)).flatMap(({ evidence }) => evidence))
      return (await rules.rules()).filter(({ sources }) => sources.some((turn) => turns.has(turn)))
    },
    proposals: async (skill) => await proposalsAbout(store, (await catalogue.find(skill)).name),
    outlook: (streaks = NEAREST) => store.outlook({ turns: OUTLOOK_TURNS, streaks, grouping }),
    async notes(projectDir) {
      // Loaded on demand: the shell parser is most of the start of a short process.
      const { habitOf, traitsOf } = await import('../../domain/draft/base-rates.ts')
      const { habitsOf, notes } = await import('../../domain/draft/notes.ts')
      const project = projectOf(projectDir)
      const turns = await store.turns((await store.projectTurns(project, HABIT_TURNS, [])).map(({ id }) => id))
      const habits = habitsOf(habitOf(turns.map((turn) => traitsOf(turn))))
      const standing = (await rules.rules()).filter((rule) => (rule.project ?? project) === project)
      const text = notes(habits, standing)
      const found = { projectDir, project, turns: turns.length, habits, rules: standing }
      return text === undefined ? found : { ...found, text }
    },
  }
}

interface Versions {
  readonly head: VersionRecord | undefined
  /** The current version or, if a person wrote that one, the newest drafted one. */
  readonly drafted: VersionRecord | undefined
  readonly proposed: VersionRecord | undefined
}

/** Why each of these turns counted or did not, and the versions that it is evidence of. */
async function explained(
  store: Core<'store'>['store'],
  turns: readonly ExplainedTurn[],
): Promise<readonly TurnExplanation[]> {
  const uses = new Map<string, TurnUse[]>(turns.map(({ id }) => [id, []]))
  for (const { turnId, ...use } of await store.versionsFrom([...uses.keys()])) uses.get(turnId)?.push(use)
  return await Promise.all(
    turns.map(async (turn) => {
      const { id, signature, trajectory, why } = turn
      const reason = whyNot(turn)
      const gate = why.refusal?.split(':')[0]
      const meant = reason === undefined ? await meantReason(store, turn) : undefined
      return {
        turnId: id,
        request: trajectory.userInput,
        trajectory,
        at: trajectory.timestamp,
        outcome: trajectory.outcome,
        signature,
        counts: reason === undefined,
        reason: reason ?? 'a success, and the request says what is to be done',
        ...(gate === undefined ? {} : { gate }),
        streak: await store.streakOf(id),
        ...(why.group === undefined ? {} : { group: why.group }),
        evidenceOf: uses.get(id) ?? [],
        ...(meant === undefined ? {} : { meant }),
      }
    }),
  )
}

/** The calls of the turns that a version was drafted from, aligned; undefined where none of them is left. */
async function evidenceOf(
  store: Core<'store'>['store'],
  { version, evidence }: VersionRecord,
): Promise<SkillEvidence | undefined> {
  const known = await Promise.all(evidence.map((id) => store.explainTurn(id)))
  const turns = known.flatMap((turn) => (turn === undefined ? [] : [turn]))
  if (turns.length === 0) return undefined
  const { outlineOf } = await composer()
  const { evidenceTable } = await import('../../domain/draft/evidence-table.ts')
  const trajectories = turns.map(({ trajectory }) => trajectory)
  const { procedure } = outlineOf({ signature: turns[0]?.signature ?? '', trajectories })
  const { runs, needed, rows } = evidenceTable(procedure)
  const idOf = new Map(turns.map(({ id, trajectory }) => [trajectory, id]))
  return {
    version,
    runs: runs.map((run) => ({ turnId: idOf.get(run) ?? '', request: run.userInput, summary: run.summary })),
    needed,
    rows,
  }
}

/** Undefined for a turn that counts. */
function whyNot({ signature, trajectory: { kind, outcome }, why }: ExplainedTurn): string | undefined {
  if (kind !== undefined) return why.refusal
  if (outcome === 'failure') return 'the turn failed, which ends the streak'
  if (outcome === 'unknown')
    return 'the outcome is unknown: its end was not seen, a person broke it off, or the next message took it back'
  if (signature === '') return 'the request has no word to go by'
  return why.refusal
}

/**
 * The findings in a version's files and in its turns, whose text may have shaped it; a finding that several turns share
 * is listed once.
 */
async function findingsOfVersion(
  { store, startLook }: Core<'store'> & { readonly startLook: () => IsLate },
  { files, turns }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly turns: readonly string[] },
): Promise<readonly Finding[]> {
  // Loaded on first use: compiling the rules is slow.
  const { scanFiles, scanTurn } = await import('../../domain/safety.ts')
  const known = await store.turns(turns)
  const isLate = startLook()
  const found = [...scanFiles(files, isLate), ...known.flatMap((turn) => scanTurn(turn, isLate))]
  return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()]
}
