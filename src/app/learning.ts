import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { SessionTurn } from '../domain/learning/evidence.ts'
import { ONE_SHOT } from '../domain/learning/prompts/one-shot.ts'
import { oneShotText } from '../domain/learning/reflect-text.ts'
import { runOf } from '../domain/proof/history-tasks.ts'
import { redactText, redactTurn, redactWith } from '../domain/redact.ts'
import { type TurnTrajectory, toTrajectory } from '../domain/turn.ts'
import { CONVERSATIONS, ENGINES } from '../engines/engines.ts'
import { findEngineProgram } from '../engines/find-engine-program.ts'
import { SKILL_ROOTS } from '../engines/skill-folders.ts'
import { listProjectFolder, readProjectFile } from '../platform/project-files.ts'
import { secretlintScanner } from '../scanner/secretlint.ts'
import { openAgentScorer } from '../scorers/agent.ts'
import { openCommandScorer } from '../scorers/command.ts'
import { builtOnce } from '../service/built-once.ts'
import { seeding } from '../service/drafts/seeding.ts'
import { createDocumentReview } from '../service/learning/document-review.ts'
import { createEditStager, createWaitingSupport } from '../service/learning/edit-stager.ts'
import { createKnownTasks } from '../service/learning/known-tasks.ts'
import { type BadRow, type Conversations, createLearner, type GivenConversations } from '../service/learning/learner.ts'
import { type Asker, createAsker } from '../service/learning/model-questions.ts'
import { createOwnSkill } from '../service/learning/own-skill.ts'
import { createProposalDecider } from '../service/learning/proposal-decision.ts'
import { recentSuccesses } from '../service/learning/recent-successes.ts'
import { createRecurrence } from '../service/learning/recurrence.ts'
import { createRejections } from '../service/learning/rejections.ts'
import { createRewording } from '../service/learning/rewording.ts'
import { createSessionReview } from '../service/learning/session-review.ts'
import { createSimilarSkills } from '../service/learning/similar-skills.ts'
import { createSkillStager } from '../service/learning/skill-stager.ts'
import type { CommitBefore } from '../service/proof/held-out-tasks.ts'
import type { Measurer } from '../service/proof/measurer.ts'
import { createOptimiser } from '../service/proof/optimiser.ts'
import { type AskedProgram, openReplayScorer, type Scorer } from '../service/proof/scorer.ts'
import { createSkillBench, type SkillBenchParts } from '../service/proof/skill-bench.ts'
import type { CoreServices } from './core-services.ts'
import { createModelQuestions, openLanguageModel } from './language-model.ts'
import type { Recording } from './recording.ts'
import type { ChatSkills, Learning } from './skill-loop.ts'
import { TRANSCRIPTS } from './transcripts.ts'

export interface LearningParts extends CoreServices {
  readonly recording: () => Promise<Recording>
  readonly find: ChatSkills['search']
  readonly measurer: Measurer
}

/** Builds the learners, and what measures skills on tasks. A model is opened by the first question to it. */
export function wireLearning(base: LearningParts): Omit<Learning, 'modelUsage' | 'reviewed' | 'lift' | 'addScore'> {
  const { config, store, catalogue, clock, claim } = base
  const { settings } = config
  const provider = builtOnce(async () => base.options.languageModel ?? (await openLanguageModel(config)))
  const secrets = secretlintScanner()
  const redact = async (text: string) => (await redactWith(secrets, text)).text
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
  const similar = createSimilarSkills(base)
  const rejected = createRejections(store)
  const staging = { ...base, secrets, seed: seeding(base) }
  const stager = createSkillStager(staging)
  const stageEdits = createEditStager(staging)
  const successes = recentSuccesses(store)
  const support = createWaitingSupport(staging)
  const decide = createProposalDecider({ ...similar, rejected, stager, stageEdits, support, successes })
  // A call of a slow model may take longer than a review usually does.
  const reviewMs = Math.max(REVIEW_MS, settings['model.timeoutMs'])
  const common = { store, clock, reviewMs, redact, claim, rejected, ...similar, notes: projectNotes }
  const learner = createLearner({
    ...{ ...common, newRun },
    record: async (paths) => {
      const { importer } = await base.recording()
      await importer.importAll(paths.map((path) => ({ engine: CONVERSATIONS, path })))
    },
    conversations: async (given) => await conversationsIn(given, clock.now()),
    review: createSessionReview({ ...common, decide, look: lookInto }),
    recurrence: createRecurrence({
      ...common,
      drafter: async () => (await base.recording()).drafter,
      known: createKnownTasks(store),
      rule: {
        threshold: Math.max(3, settings['bucket.threshold']),
        expiryMs: settings['bucket.expiryDays'] * DAY_MS,
      },
    }),
    rewording: createRewording({ ...common, stager, isAsSeen: catalogue.isAsSeen }),
    passages: createDocumentReview({ ...common, decide, read: readGiven }),
  })
  const proof = {
    ...{ store, catalogue, clock, measurer: base.measurer, scorer: trialScorers(config) },
    nearest: async (text: string) => (await base.find(text, { top: 1, scope: 'user' }))[0]?.name,
    commitBefore: (async (project, at) =>
      await (await import('../scorers/commit-before.ts')).commitBefore(
        project,
        at,
        config.childEnv(),
      )) satisfies CommitBefore,
  }
  return {
    ...learner,
    notDuplicate: createOwnSkill({ store, stager, clock }),
    ...createModelQuestions(config, newRun, async () => (await provider()).name),
    ...createOptimiser({ ...proof, newRun, stageEdits }),
    ...createSkillBench({ ...proof, rewrite: async (turn, skill) => await writtenOnce(await newRun(), turn, skill) }),
  }
}

const DAY_MS = 86_400_000
const REVIEW_MS = 120_000

/** What a model writes from one run alone. Throws `model_unavailable` while the question waits for its answer. */
async function writtenOnce(asker: Asker, turn: TurnTrajectory, skill: string): Promise<string> {
  const task = { id: '', family: '', prompt: turn.userInput, run: runOf(turn) }
  const reply = await asker.complete(ONE_SHOT, { input: oneShotText(task), subject: skill })
  if (reply.status === 'answered') return reply.value.body
  throw new WaylandError('model_unavailable', 'a question waits for its answer', {
    hint: 'It lies in handoff/ of the data folder; the same command goes on with the answer.',
  })
}

// What a model is shown of a project or a document.

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

/** A file or a folder of a project, redacted. */
async function lookInto(projectDir: string, tool: 'read_file' | 'list', path: string): Promise<string> {
  const seen = await (tool === 'list' ? listProjectFolder : readProjectFile)(projectDir, path)
  return 'text' in seen ? redactText(seen.text).text : `[not shown: ${seen.refused}]`
}

/** Reads a document; its readers are loaded on first use. */
async function readGiven(path: string) {
  const { readDocument } = await import('../documents/read-document.ts')
  return { ...(await readDocument(path)), folder: dirname(path) }
}

/** Opens scorers for texts of a skill on tasks, as `openTrialScorer` does; a replay needs no program. */
const trialScorers =
  (config: Pick<Config, 'childEnv' | 'searchPath' | 'engines'>): SkillBenchParts['scorer'] =>
  async (asked, skill, tasks) =>
    asked.name === 'replay' ? openReplayScorer(tasks) : await openTrialScorer(asked, skill, config)

/**
 * The scorer asked for, for texts of the skill. Throws `bad_option` where there is no such agent, and `unavailable` where the
 * agent would have the skill anyway.
 */
export async function openTrialScorer(
  asked: AskedProgram,
  skill: { readonly name: string; readonly description: string },
  config: Pick<Config, 'childEnv' | 'searchPath' | 'engines'>,
): Promise<Scorer> {
  // The keys go to the servers of their models alone.
  const { WAYLAND_MODEL_KEY: _, ...env } = config.childEnv()
  const common = { timeoutMs: asked.timeoutMs, env }
  if (asked.name === 'command') return openCommandScorer({ ...common, command: asked.command, folder: asked.folder })
  const able = ENGINES.filter(({ name, task }) => task !== undefined && (asked.agent === null || name === asked.agent))
  for (const { name, label, program, skills, task } of able) {
    const found = program && (await findEngineProgram({ program }, config.searchPath))
    if (found === undefined || skills === undefined || task === undefined) continue
    const reads = skills.readsInProject ?? skills.reads
    const [first = 'agents', ...others] = [...new Set([...reads, ...SKILL_ROOTS])]
    const inProject = (root: string) => `.${root}/skills`
    return await openAgentScorer({
      ...{ ...common, name, label, skill, program: found.path, task: await task(), model: null, words: asked.words },
      projectSkills: [inProject(first), ...others.map(inProject)],
      ownSkills: skills.reads.flatMap((root) => config.engines[root] ?? []).map((folder) => join(folder, 'skills')),
    })
  }
  const known = ENGINES.filter(({ task }) => task !== undefined).map(({ name }) => name)
  const what =
    able.length === 0
      ? `the agent "${asked.agent}" cannot try tasks`
      : `none of these programs is found: ${able.flatMap(({ program }) => program?.binary ?? []).join(', ')}`
  throw new WaylandError('bad_option', what, { hint: `Agents that try tasks: ${known.join(', ')}; put one into PATH.` })
}

/**
 * The conversations of files, as `import openai-chat` reads them, and the rows that are none; with `judged`, one that does
 * not say whether it succeeded is none. Throws `not_found`, and `bad_file` for a file without any.
 */
async function conversationsIn({ paths, judged }: GivenConversations, now: Date): Promise<Conversations> {
  const found = new Map<string, SessionTurn[]>()
  const bad = new Map<string, BadRow>()
  for (const path of paths) {
    let turns = 0
    const name = (row: string, why: string) => bad.set(`${path} ${row}`, { subject: `${path}, ${row}`, why })
    for await (const event of TRANSCRIPTS.read(CONVERSATIONS, path, { latest: now.getTime() })) {
      if (event.kind === 'error') name(`line ${event.line}`, event.message)
      if (event.kind === 'skipped' && NO_ROW.has(event.reason)) name(`row ${event.line}`, NONE)
      if (event.kind !== 'turn' || event.takenBack) continue
      turns++
      if (judged && event.judged !== true) {
        name(`run "${event.turn.sessionId?.slice(0, 60)}"`, 'it does not say whether it succeeded')
        continue
      }
      // As it is recorded, so that an id in which a secret stands is the id of its row.
      const trajectory = redactTurn(toTrajectory(event.turn, now))
      const session = trajectory.sessionId ?? ''
      found.set(session, [...(found.get(session) ?? []), { id: `${session}:${turns}`, trajectory }])
    }
    if (turns === 0)
      throw new WaylandError('bad_file', `${path}: it holds no conversation in the shape of the OpenAI API`, {
        hint: 'A list of {role, content}, an object with "messages", "conversation", "conversations" or "history", or one of these a line; see "wayland-core import --help".',
      })
  }
  if (judged && found.size === 0) throw unjudged([...bad.values()][0]?.subject ?? '')
  const sessions = [...found].map(([sessionId, turns]) => ({ engine: CONVERSATIONS, sessionId, turns }))
  return { sessions, bad: [...bad.values()] }
}

const NO_ROW: ReadonlySet<string> = new Set(['unknown_type', 'not_an_object', 'half_written'])
const NONE = 'it is no conversation in the shape of the OpenAI API'

const unjudged = (row: string) =>
  new WaylandError('bad_file', `${row}: it does not say whether it succeeded, and no other does`, {
    hint: 'Each run holds "success": true or false beside its messages; read others with "learn --conversations".',
  })
