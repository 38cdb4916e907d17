import { dirname } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { splitFrontMatter } from '../domain/front-matter.ts'
import { failedSkills } from '../domain/learning/failed-use.ts'
import { nearSkills } from '../domain/learning/near-skills.ts'
import { questionOf } from '../domain/learning/prompt.ts'
import { EXTRACT } from '../domain/learning/prompts/extract.ts'
import { ONE_SHOT } from '../domain/learning/prompts/one-shot.ts'
import { PROBE, PROBE_INPUT } from '../domain/learning/prompts/probe.ts'
import { oneShotText } from '../domain/learning/reflect-text.ts'
import { extractText, type FailedSkill } from '../domain/learning/review-text.ts'
import type { Session } from '../domain/learning/session.ts'
import { sessionText } from '../domain/learning/session-text.ts'
import { runOf } from '../domain/proof/history-tasks.ts'
import { redactText, redactWith } from '../domain/redact.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { CONVERSATIONS } from '../engines/engines.ts'
import type { ModelProvider } from '../model/language-model.ts'
import { listProjectFolder, readProjectFile } from '../platform/project-files.ts'
import { secretlintScanner } from '../scanner/secretlint.ts'
import { type Asker, createAsker } from '../service/asking.ts'
import { createDocumentLearner } from '../service/document-learner.ts'
import { createEditStager } from '../service/edit-stager.ts'
import { createKnownTasks } from '../service/known-tasks.ts'
import { createLearner, type Learner } from '../service/learner.ts'
import { createMeasurer } from '../service/measurer.ts'
import { createOptimiser, type Optimiser } from '../service/optimiser.ts'
import { createOwnSkill, type OwnSkill } from '../service/own-skill.ts'
import { createProposalDecider } from '../service/proposal-decision.ts'
import { recentSuccesses } from '../service/recent-successes.ts'
import { createRecurrence } from '../service/recurrence.ts'
import { createRejections } from '../service/rejections.ts'
import { createRewording } from '../service/rewording.ts'
import { seeding } from '../service/seeding.ts'
import { createSessionReview } from '../service/session-review.ts'
import { createSkillStager } from '../service/skill-stager.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import { conversationsIn } from './conversations.ts'
import type { CoreServices } from './core-services.ts'
import type { ModelTrial } from './learning-with-models.ts'
import type { Recording } from './recording.ts'
import type { ChatSkills } from './skill-loop.ts'
import { commits, nearestSkill } from './skill-tasks.ts'
import { trialScorers } from './trial-scorer.ts'

/** Learning with a language model; its modules are loaded on first use. */
export interface Learning {
  readonly learner: Learner
  /** Learns from documents instead of sessions. */
  readonly documents: Learner
  /** Stages a proposal that was refused as a duplicate as a skill of its own. */
  readonly ownSkill: OwnSkill
  /**
   * What a model writes from one run alone; asks once. Throws `model_unavailable` while the question waits for its answer.
   */
  oneShot(turn: TurnTrajectory, skill: string): Promise<string>
  /** Improves a skill, with proof. */
  readonly optimiser: Optimiser
  /** Asks one small question. Throws the errors of `Asker.complete`. */
  tryModel(): Promise<ModelTrial>
}

/** Number of similar skills that a question about a session lists. */
const MAX_NEAR = 5

/** Builds the learners; `provider` throws where no model is configured. */
export function wireLearning(
  base: CoreServices,
  provider: () => Promise<ModelProvider>,
  recording: () => Promise<Recording>,
  { search: find }: Pick<ChatSkills, 'search'>,
): Learning {
  const { config, store, folder, publisher, catalogue, clearance, clock, search, tell, router } = base
  const { settings } = config
  const secrets = secretlintScanner()
  const redact = async (text: string) => (await redactWith(secrets, text)).text
  const parts = {
    ...{ store, folder, publisher, catalogue, clearance, clock, secrets },
    seed: seeding({ store, clock, tell }),
  }

  async function nearest(text: string): Promise<readonly SkillRecord[]> {
    await catalogue.refresh()
    await search.keep()
    const hits = nearSkills(search.search(text.slice(0, MAX_QUERY), MAX_NEAR))
    const rows = await Promise.all(hits.map(({ id }) => store.skill(id)))
    return rows.flatMap((row) => row ?? [])
  }

  const skillNamed = async (name: string): Promise<SkillRecord | undefined> => {
    const row = await store.skill(name)
    return row === undefined || row.status === 'archived' || row.status === 'revoked' ? undefined : row
  }

  async function bodyOf(row: SkillRecord): Promise<string> {
    const head = (await store.versions(row.id)).find(({ version }) => version === row.headVersion)
    const text = head && (await store.files(head.id)).get('SKILL.md')
    return text === undefined ? row.body : splitFrontMatter(Buffer.from(text).toString('utf8')).body
  }

  async function failed({ turns }: Session): Promise<readonly FailedSkill[]> {
    const rows = await Promise.all(failedSkills(turns).map(skillNamed))
    return await Promise.all(
      rows
        .flatMap((row) => (row === undefined ? [] : [row]))
        .map(async (row) => ({ name: row.name, body: await bodyOf(row) })),
    )
  }

  const rejected = createRejections(store)
  const stager = createSkillStager(parts)
  const stageEdits = createEditStager(parts)
  const decide = createProposalDecider({
    ...{ nearest, skillNamed, bodyOf, rejected },
    stager,
    stageEdits,
    successes: recentSuccesses(store),
  })
  const newRun = async (signal = new AbortController().signal) => {
    const run = clock.newId()
    const asker = createAsker({
      ...{ store, clock, redact, run, signal, provider: await provider() },
      limits: {
        dailyTokens: settings['model.dailyTokens'],
        maxCallsPerRun: settings['model.maxCallsPerRun'],
        perHour: settings['model.provider'] === 'agent' ? settings['model.childrenPerHour'] : undefined,
      },
    })
    return Object.assign(asker, { run, signal })
  }
  const firstQuestion = async (session: Session): Promise<string> => {
    const words = session.turns.map(({ trajectory }) => trajectory.userInput).join('\n')
    const notes = await projectNotes(session.projectDir)
    const input = extractText({
      session: sessionText(session).text,
      skills: await nearest(words),
      notes,
      rejected: await rejected(),
      failed: await failed(session),
      seen: [],
    })
    const { system } = questionOf(EXTRACT, '', '')
    return `${system}\n\n${await redact(input)}`
  }
  return {
    documents: createDocumentLearner({
      ...{ store, clock, newRun, redact, nearest, rejected, decide, claim: base.claim },
      ...{ notes: projectNotes, read: readGiven },
    }),
    learner: createLearner({
      ...{ store, clock, newRun, firstQuestion, claim: base.claim },
      record: async (paths) => {
        const importer = await (await recording()).importer()
        await importer.importAll(paths.map((path) => ({ engine: CONVERSATIONS, path })))
      },
      conversations: async (given) => await conversationsIn(given, clock.now()),
      review: createSessionReview({ nearest, rejected, failed, decide, notes: projectNotes, look: lookInto }),
      recurrence: createRecurrence({
        ...{
          store,
          clock,
          redact,
          drafter: async () => (await recording()).drafter,
          claim: base.claim,
          known: createKnownTasks(store),
        },
        rule: {
          threshold: Math.max(3, settings['bucket.threshold']),
          expiryMs: settings['bucket.expiryDays'] * DAY_MS,
        },
      }),
      rewording: createRewording({
        ...{ store, clock, stager, nearest, rejected, redact, claim: base.claim, notes: projectNotes },
        isAsSeen: async (row) => await catalogue.isAsSeen(row),
      }),
    }),
    ownSkill: createOwnSkill({ store, stager, clock }),
    optimiser: createOptimiser({
      ...{ store, catalogue, clock, newRun, stageEdits },
      measurer: createMeasurer({ store, catalogue, router, clock }),
      scorer: trialScorers(config),
      nearest: nearestSkill(find),
      commitBefore: commits(config),
    }),
    oneShot: async (turn, skill) => await writtenOnce(await newRun(), turn, skill),
    tryModel: async () => await tried(await newRun(), (await provider()).name),
  }
}

async function writtenOnce(asker: Asker, turn: TurnTrajectory, skill: string): Promise<string> {
  const task = { id: '', family: '', prompt: turn.userInput, run: runOf(turn) }
  const reply = await asker.complete(ONE_SHOT, { input: oneShotText(task), subject: skill })
  if (reply.status === 'answered') return reply.value.body
  throw new WaylandError('model_unavailable', 'a question waits for its answer', {
    hint: 'See "wayland-core model questions"; the same command goes on with the answer.',
  })
}

/** Characters of the requests that similar skills are searched by. */
const MAX_QUERY = 2_000
const DAY_MS = 86_400_000

async function tried(asker: Asker, model: string): Promise<ModelTrial> {
  const { callId: _, ...reply } = await asker.complete(PROBE, { input: PROBE_INPUT, subject: 'trial' })
  return reply.status === 'waiting'
    ? { status: 'waiting', model, usage: 'unknown', milliseconds: 0, kept: false }
    : { status: 'answered', model: reply.model, usage: reply.usage, milliseconds: reply.milliseconds, kept: reply.kept }
}

/** Text that agents read in every session of a project (AGENTS.md and the like): no skill needs to repeat it. */
async function projectNotes(projectDir: string | undefined): Promise<string> {
  if (projectDir === undefined) return ''
  const texts = await Promise.all(
    ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', 'QWEN.md'].map(async (name) => {
      const seen = await readProjectFile(projectDir, name)
      return 'text' in seen ? redactText(seen.text).text : ''
    }),
  )
  return texts.filter((text) => text !== '').join('\n\n')
}

/** Reads a document; its readers are loaded on first use. */
async function readGiven(path: string) {
  const { readDocument } = await import('../documents/read-document.ts')
  return { ...(await readDocument(path)), folder: dirname(path) }
}

async function lookInto(projectDir: string, tool: 'read_file' | 'list', path: string): Promise<string> {
  const seen = await (tool === 'list' ? listProjectFolder : readProjectFile)(projectDir, path)
  return 'text' in seen ? redactText(seen.text).text : `[not shown: ${seen.refused}]`
}
