import { startLook } from '../platform/look-limit.ts'
import { type Appraiser, createAppraiser } from '../service/appraiser.ts'
import { type Archiving, createArchiving } from '../service/archiving.ts'
import { type Auditor, createAuditor } from '../service/auditor.ts'
import { type Checker, createChecker } from '../service/checker.ts'
import { type Curator, createCurator } from '../service/curator.ts'
import { createExplainer, type Explainer } from '../service/explainer.ts'
import { createHistorian, type Historian } from '../service/historian.ts'
import { createMeasurer, type Measurer } from '../service/measurer.ts'
import { createPreparer, type Preparer } from '../service/preparer.ts'
import { projectBaseRates } from '../service/project-base-rates.ts'
import { createProposals } from '../service/proposals.ts'
import { createPurger, type Purger } from '../service/purger.ts'
import { createReviewQueue, type ReviewQueue } from '../service/review-queue.ts'
import type { ScheduleFault } from '../service/schedule-faults.ts'
import { createSkillEditor, type SkillEditor } from '../service/skill-editor.ts'
import { createStandingRules, type StandingRules } from '../service/standing-rules.ts'
import { createTwins } from '../service/twins.ts'
import { exists } from '../store/folder-files.ts'
import { readSkillFolder } from '../store/read-skill-folder.ts'
import { type CoreServices, offerRule } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { recordedProject } from './recorded.ts'

/** The parts with which a person inspects and moves skills. */
export interface Reviewing {
  readonly curator: Curator
  readonly checker: Checker
  readonly auditor: Auditor
  readonly historian: Historian
  readonly explainer: Explainer
  readonly purger: Purger
  readonly measurer: Measurer
  readonly appraiser: Appraiser
  readonly archiving: Archiving
  readonly preparer: Preparer
  readonly queue: ReviewQueue
  readonly editor: SkillEditor
  readonly rules: StandingRules
}

/** Builds those parts; `since` is the newest ledger line when this process started. */
export function wireReviewing(
  base: CoreServices & {
    readonly since: number
    /** Updates the copies of skills for agents. */
    readonly sync: () => Promise<unknown>
    readonly strays: Exporting['strays']
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
  return {
    curator,
    appraiser,
    archiving,
    checker: createChecker({
      ...{ store, folder, catalogue },
      ...{ ledgerFile: base.ledgerFile, index: base.index, sync: base.sync, strays: base.strays },
      schedules: base.schedules,
      repairs: base.repairs,
      // Something else in its place has no digest of ours.
      readCopy: async ({ path }) => (await readSkillFolder(path))?.digest ?? (exists(path) ? '' : undefined),
    }),
    auditor: createAuditor({
      store,
      catalogue,
      appraiser,
      archiving,
      folder,
      clearance,
      startLook,
      clock,
      twins: createTwins({ store, habits: projectBaseRates(store) }),
    }),
    historian: createHistorian({ store, catalogue, proposals, since }),
    explainer: createExplainer({
      ...{ store, catalogue, startLook, grouping: config.settings['bucket.grouping'] },
      learns: config.settings['model.provider'] !== 'none' || base.options.languageModel !== undefined,
      projectOf: recordedProject,
      rules: rules.rules,
    }),
    purger: createPurger({ store, folder, catalogue, ledgerFile: base.ledgerFile, clock }),
    measurer: createMeasurer({ store, catalogue, router, clock }),
    preparer: createPreparer(base.embedder, catalogue),
    queue: createReviewQueue({ store, catalogue, archiving }),
    rules,
    editor: createSkillEditor({ store, folder, catalogue }),
  }
}
