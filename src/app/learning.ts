import { WaylandError } from '../domain/errors.ts'
import { questionOf } from '../domain/learning/prompt.ts'
import { EXTRACT } from '../domain/learning/prompts/extract.ts'
import { ONE_SHOT } from '../domain/learning/prompts/one-shot.ts'
import { oneShotText } from '../domain/learning/reflect-text.ts'
import { extractText } from '../domain/learning/review-text.ts'
import type { Session } from '../domain/learning/session.ts'
import { sessionText } from '../domain/learning/session-text.ts'
import { runOf } from '../domain/proof/history-tasks.ts'
import { redactWith } from '../domain/redact.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { CONVERSATIONS } from '../engines/engines.ts'
import { secretlintScanner } from '../scanner/secretlint.ts'
import { builtOnce } from '../service/built-once.ts'
import { seeding } from '../service/drafts/seeding.ts'
import { type Asker, createAsker } from '../service/learning/asking.ts'
import { createDocumentLearner } from '../service/learning/document-learner.ts'
import { createEditStager } from '../service/learning/edit-stager.ts'
import { createKnownTasks } from '../service/learning/known-tasks.ts'
import { createLearner } from '../service/learning/learner.ts'
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
import { createSkillBench } from '../service/proof/skill-bench.ts'
import { conversationsIn } from './conversations.ts'
import type { CoreServices } from './core-services.ts'
import { openLanguageModel } from './language-model.ts'
import { lookInto, projectNotes, readGiven } from './learned-texts.ts'
import { createModelQuestions } from './model-questions.ts'
import type { Recording } from './recording.ts'
import type { ChatSkills, Learning } from './skill-loop.ts'
import { trialScorers } from './trial-scorer.ts'

/** What learning needs beside the services of the core. */
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
  const decide = createProposalDecider({ ...similar, rejected, stager, stageEdits, successes })
  const common = { store, clock, redact, claim, rejected, ...similar, notes: projectNotes }
  const learner = createLearner({
    ...{ store, clock, newRun, claim },
    firstQuestion: async (session) => await firstQuestion(session, common),
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
  })
  const documents = createDocumentLearner({ ...common, newRun, decide, read: readGiven })
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
    learn: async (options) => await (options?.documents === undefined ? learner : documents).learn(options),
    notDuplicate: createOwnSkill({ store, stager, clock }),
    ...createModelQuestions(config, newRun, async () => (await provider()).name),
    ...createOptimiser({ ...proof, newRun, stageEdits }),
    ...createSkillBench({ ...proof, rewrite: async (turn, skill) => await writtenOnce(await newRun(), turn, skill) }),
  }
}

const DAY_MS = 86_400_000

/** The first question about a session, as it would be sent. */
async function firstQuestion(session: Session, { redact, nearest, rejected, failed, notes }: Asking): Promise<string> {
  const words = session.turns.map(({ trajectory }) => trajectory.userInput).join('\n')
  const input = extractText({
    session: sessionText(session).text,
    skills: await nearest(words),
    notes: await notes(session.projectDir),
    rejected: await rejected(),
    failed: await failed(session),
    seen: [],
  })
  const { system } = questionOf(EXTRACT, '', '')
  return `${system}\n\n${await redact(input)}`
}

type Asking = Pick<ReturnType<typeof createSimilarSkills>, 'nearest' | 'failed'> & {
  readonly redact: (text: string) => Promise<string>
  readonly rejected: ReturnType<typeof createRejections>
  readonly notes: typeof projectNotes
}

/** What a model writes from one run alone. Throws `model_unavailable` while the question waits for its answer. */
async function writtenOnce(asker: Asker, turn: TurnTrajectory, skill: string): Promise<string> {
  const task = { id: '', family: '', prompt: turn.userInput, run: runOf(turn) }
  const reply = await asker.complete(ONE_SHOT, { input: oneShotText(task), subject: skill })
  if (reply.status === 'answered') return reply.value.body
  throw new WaylandError('model_unavailable', 'a question waits for its answer', {
    hint: 'See "wayland-core model questions"; the same command goes on with the answer.',
  })
}
