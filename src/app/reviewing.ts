import { startLook } from '../platform/look-limit.ts'
import { type Appraiser, createAppraiser } from '../service/appraiser.ts'
import { createArchiving } from '../service/archiving.ts'
import { createAuditor } from '../service/auditor.ts'
import { builtOnce } from '../service/built-once.ts'
import { type Checker, createChecker } from '../service/checker.ts'
import { createCurator } from '../service/curator.ts'
import { createExplainer } from '../service/explainer.ts'
import { createHistorian } from '../service/historian.ts'
import { createMeasurer, type Measurer } from '../service/measurer.ts'
import { createPreparer, type Preparer } from '../service/preparer.ts'
import { projectBaseRates } from '../service/project-base-rates.ts'
import { createProposals } from '../service/proposals.ts'
import { createPurger } from '../service/purger.ts'
import { createReviewQueue } from '../service/review-queue.ts'
import type { ScheduleFault } from '../service/schedule-faults.ts'
import { createSkillEditor } from '../service/skill-editor.ts'
import { createStandingRules } from '../service/standing-rules.ts'
import { createTwins } from '../service/twins.ts'
import { exists } from '../store/folder-files.ts'
import { readSkillFolder } from '../store/read-skill-folder.ts'
import { copiesFollow } from './copies-follow.ts'
import { type CoreServices, offerRule } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { ownLibraries } from './own-libraries.ts'
import { recordedProject } from './recorded.ts'
import { withDatabase } from './require-database.ts'
import type { Review } from './skill-loop.ts'

/** What a person inspects and moves skills with, and what checks and measures them. */
export interface Reviewing extends Measurer, Appraiser, Preparer, Checker {
  readonly review: Review
}

/** Builds those parts; `since` is the newest ledger line when this process started. */
export function wireReviewing(
  base: CoreServices & {
    readonly since: number
    /** Updates the copies of skills for agents. */
    readonly exporting: Exporting
    readonly schedules: () => Promise<readonly ScheduleFault[]>
  },
): Reviewing {
  const { config, store, folder, publisher, catalogue, clearance, router, clock, since } = base
  const rules = createStandingRules({ store, clock })
  const proposals = createProposals({ store, clock })
  const offer = offerRule(config)
  const curator = createCurator({ store, folder, publisher, catalogue, proposals, clearance, offer, clock })
  const appraiser = createAppraiser({ store, catalogue })
  const archiving = createArchiving({ store, appraiser, catalogue, clock })
  const followed = copiesFollow(base, base.exporting)
  const editor = createSkillEditor({ store, folder, catalogue })
  const explainer = createExplainer({
    ...{ store, catalogue, startLook, grouping: config.settings['bucket.grouping'] },
    learns: config.settings['model.provider'] !== 'none' || base.options.languageModel !== undefined,
    projectOf: recordedProject,
    rules: rules.rules,
  })
  const purger = createPurger({ store, folder, catalogue, ledgerFile: base.ledgerFile, clock })
  const { rules: standing, knownRules, decideRule } = rules
  const libraries = builtOnce(async () =>
    (await import('../service/libraries.ts')).createLibraries({
      ...(await ownLibraries(config)),
      clock,
      tell: base.tell,
    }),
  )
  return {
    review: {
      sharedSkill: async (reference) => await (await libraries()).sharedSkill(reference),
      approveShared: async (reference) => await (await libraries()).approveShared(reference),
      unapproved: async () => await (await libraries()).unapproved(),
      ...curator,
      ...createAuditor({
        ...{ store, catalogue, appraiser, archiving, folder, clearance, startLook, clock },
        twins: createTwins({ store, habits: projectBaseRates(store) }),
      }),
      ...createHistorian({ store, catalogue, proposals, since }),
      ...explainer,
      ...createReviewQueue({ store, catalogue, archiving }),
      ...archiving,
      ...purger,
      ...{ rules: standing, knownRules, decideRule, revocations: store.revocations },
      move: async (...given) => await followed(() => curator.move(...given)),
      edit: async (...given) => await followed(async () => await curator.skill(await editor.edit(...given))),
      purge: withDatabase(base, 'a move', purger.purge),
    },
    ...appraiser,
    addScore: withDatabase(base, 'a measured score', createMeasurer({ store, catalogue, router, clock }).addScore),
    ...createPreparer(base.embedder, catalogue),
    ...createChecker({
      ...{ store, folder, catalogue, ledgerFile: base.ledgerFile, repairs: base.repairs },
      ...{ sync: base.exporting.sync, strays: base.exporting.strays, schedules: base.schedules },
      // Something else in its place has no digest of ours.
      readCopy: async ({ path }) => (await readSkillFolder(path))?.digest ?? (exists(path) ? '' : undefined),
    }),
  }
}
