import type { Skill } from '../domain/skill.ts'
import { startLook } from '../platform/look-limit.ts'
import type { Libraries } from '../service/bank/libraries.ts'
import { projectBaseRates } from '../service/drafts/project-base-rates.ts'
import { createTwins } from '../service/drafts/twins.ts'
import { type Appraiser, createAppraiser } from '../service/proof/appraiser.ts'
import { createMeasurer, type Measurer } from '../service/proof/measurer.ts'
import { createAuditor } from '../service/review/auditor.ts'
import { type Checker, createChecker } from '../service/review/checker.ts'
import { type Curator, createCurator } from '../service/review/curator.ts'
import { createExplainer } from '../service/review/explainer.ts'
import { createHistorian } from '../service/review/historian.ts'
import { createProposals } from '../service/review/proposals.ts'
import { createPurger } from '../service/review/purger.ts'
import { createArchiving, createReviewQueue } from '../service/review/review-queue.ts'
import { createSkillEditor } from '../service/review/skill-editor.ts'
import { createStandingRules, ruleDropper } from '../service/review/standing-rules.ts'
import { createUndoing } from '../service/review/undoing.ts'
import type { ScheduleFault } from '../service/schedule/schedule-faults.ts'
import { exists } from '../store/folder-files.ts'
import { readSkillFolder } from '../store/read-skill-folder.ts'
import { type CoreServices, offerRule } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { recordedProject } from './recorded.ts'
import type { Review } from './skill-loop.ts'
import { requireDatabase, withDatabase } from './storage.ts'

/** What a person inspects and moves skills with, and what checks and measures them. */
export interface Reviewing extends Measurer, Appraiser, Checker {
  readonly review: Review
}

/** Builds those parts; `since` is the newest ledger line when this process started. */
export function wireReviewing(
  base: CoreServices & {
    readonly since: number
    /** Updates the copies of skills for agents. */
    readonly exporting: Exporting
    readonly libraries: Libraries
    readonly schedules: () => Promise<readonly ScheduleFault[]>
  },
): Reviewing {
  const { config, store } = base
  const rules = createStandingRules(base)
  const proposals = createProposals(base)
  const curator = createCurator({ ...base, proposals, offer: offerRule(config) })
  const appraiser = createAppraiser(base)
  const archiving = createArchiving({ ...base, appraiser })
  const followed = copiesFollow(base, base.exporting)
  const editor = createSkillEditor(base)
  const explainer = createExplainer({
    ...{ ...base, startLook, grouping: config.settings['bucket.grouping'] },
    learns: config.settings['model.provider'] !== 'none' || base.options.languageModel !== undefined,
    projectOf: recordedProject,
    rules,
  })
  const purger = createPurger(base)
  const edit: Review['edit'] = async (...given) =>
    await followed(async () => await curator.skill(await editor.edit(...given)))
  const dropped = ruleDropper(base, edit)
  const historian = createHistorian({ ...base, proposals })
  const move: Curator['move'] = async (...given) => await followed(() => curator.move(...given))
  const { sharedSkill, sharedSkills, approveShared, withdrawShared, unapproved } = base.libraries
  const { sharedLibrary, approveLibrary, withdrawLibrary } = base.libraries
  return {
    review: {
      ...{ sharedSkill, sharedSkills, approveShared, withdrawShared, unapproved },
      ...{ sharedLibrary, approveLibrary, withdrawLibrary },
      ...curator,
      ...createAuditor({
        ...{ ...base, appraiser, archiving, startLook },
        twins: createTwins({ store, habits: projectBaseRates(store) }),
      }),
      ...historian,
      ...createUndoing({ ...curator, ...historian, move }),
      ...explainer,
      ...createReviewQueue({ ...base, archiving }),
      ...archiving,
      ...purger,
      ...{ rules: rules.rules, revocations: store.revocations, move, edit },
      async decideRule(reference, as) {
        const rule = await rules.decideRule(reference, as)
        return { ...rule, stillIn: as === 'dropped' ? await dropped(rule) : [] }
      },
      purge: withDatabase(base, 'a move', purger.purge),
    },
    ...appraiser,
    addScore: withDatabase(base, 'a measured score', createMeasurer(base).addScore),
    ...createChecker({
      ...{ ...base, sync: base.exporting.sync, strays: base.exporting.strays },
      // Something else in its place has no digest of ours.
      readCopy: async ({ path }) => (await readSkillFolder(path))?.digest ?? (exists(path) ? '' : undefined),
    }),
  }
}

/**
 * Changes a skill, on which router and copies follow. A change that failed leaves no note that copies are to be updated,
 * and a copy that failed does not undo the change.
 */
function copiesFollow(
  { config, store, router, tell }: Pick<CoreServices, 'config' | 'store' | 'router' | 'tell'>,
  exporting: Pick<Exporting, 'expect' | 'sync'>,
): (change: () => Promise<Skill>) => Promise<Skill> {
  return async (change) => {
    requireDatabase(config, store)
    const expected = await exporting.expect()
    const changed = await change().catch((error: unknown) => {
      expected.end()
      throw error
    })
    router.refresh()
    await follow(changed.name)
    return changed
  }

  async function follow(name: string): Promise<void> {
    if ('none' in store.place) return
    try {
      const said = new Map<string, string[]>()
      for (const { skill, path, status, reason } of await exporting.sync()) {
        if (skill !== name || reason === undefined) continue
        const what = `${status === 'written' || status === 'current' ? '' : ` is ${status}`}: ${reason}`
        said.set(what, [...(said.get(what) ?? []), path])
      }
      for (const [what, [first, ...more]] of said)
        tell({ kind: 'warning', what: `${first}${more.length === 0 ? '' : ` and ${more.length} more`}${what}` })
    } catch (cause) {
      tell({ kind: 'warning', what: `the copies of "${name}" in the folders of agents were left as they are`, cause })
    }
  }
}
