import { WaylandError } from '../domain/errors.ts'
import type { Skill } from '../domain/skill.ts'
import type { CoreServices } from './core-services.ts'
import type { Exporting } from './exporting.ts'
import { requireDatabase } from './require-database.ts'
import type { Reviewing } from './reviewing.ts'
import type { SkillReview } from './skill-loop.ts'

/** The loop's operations for people: inspection, and moves, each of which updates the skill's copies. */
export function skillReview(
  { config, store, router, tell }: CoreServices,
  reviewing: () => Promise<Reviewing>,
  exporting: () => Promise<Exporting>,
): SkillReview {
  /** Updates a skill's copies after a move; a failure must not undo the move. */
  async function follow(name: string): Promise<void> {
    if ('none' in store.place) return
    try {
      for (const { skill, path, status, reason } of await (await exporting()).sync())
        if (skill === name && reason !== undefined) tell({ kind: 'warning', what: `${path} is ${status}: ${reason}` })
    } catch (cause) {
      tell({ kind: 'warning', what: `the copies of "${name}" in the folders of agents were left as they are`, cause })
    }
  }

  /** Changes a skill; router and copies follow. A change that failed leaves no note that copies are to be updated. */
  async function followed(change: (parts: Reviewing) => Promise<Skill>): Promise<Skill> {
    requireDatabase(config, store)
    const expected = await (await exporting()).expect()
    const changed = await change(await reviewing()).catch((error: unknown) => {
      expected.end()
      throw error
    })
    router.refresh()
    await follow(changed.name)
    return changed
  }

  return {
    skills: async () => await (await reviewing()).curator.list(),
    skill: async (reference) => await (await reviewing()).curator.find(reference),
    statusOverview: async (limit) => await (await reviewing()).curator.statusOverview(limit),
    remains: async (skill) => await (await reviewing()).curator.remains(skill),
    revocations: store.revocations,
    move: async (skill, what, how) => await followed(async ({ curator }) => await curator.move(skill, what, how)),
    async audit(asked) {
      await store.verify({ quick: true })
      return await (await reviewing()).auditor.audit(asked)
    },
    history: async (skill) => await (await reviewing()).historian.history(skill),
    reconcile: async () => await (await reviewing()).historian.reconcile(),
    versions: async (skill) => await (await reviewing()).historian.versions(skill),
    filesOf: async (...asked) => await (await reviewing()).historian.filesOf(...asked),
    abilities: async (...asked) => await (await reviewing()).historian.abilities(...asked),
    historyAfter: async (...asked) => await (await reviewing()).historian.historyAfter(...asked),
    allVersions: async (skillIds) => await (await reviewing()).historian.allVersions(skillIds),
    proposal: async (skill) => await (await reviewing()).historian.proposal(skill),
    evidence: async (skill) => await (await reviewing()).explainer.evidence(skill),
    findings: async (...asked) => await (await reviewing()).explainer.findings(...asked),
    explain: async (turnId) => await (await reviewing()).explainer.explain(turnId),
    latest: async (limit) => await (await reviewing()).explainer.latest(limit),
    findTurns: async (asked) => await (await reviewing()).explainer.findTurns(asked),
    queue: async (asked) => await (await reviewing()).queue.queue(asked),
    edit: async (reference, given) =>
      await followed(async ({ curator, editor }) => await curator.find(await editor.edit(reference, given))),
    proposals: async (skill) => await (await reviewing()).explainer.proposals(skill),
    outlook: async (streaks) => await (await reviewing()).explainer.outlook(streaks),
    rulesOf: async (skill) => await (await reviewing()).explainer.rulesOf(skill),
    rules: async () => await (await reviewing()).rules.rules(),
    knownRules: async () => await (await reviewing()).rules.knownRules(),
    decideRule: async (...asked) => await (await reviewing()).rules.decideRule(...asked),
    notes: async (projectDir) => await (await reviewing()).explainer.notes(projectDir),
    purgeable: async (...asked) => await (await reviewing()).purger.purgeable(...asked),
    async purge(ids) {
      requireDatabase(config, store)
      await (await reviewing()).purger.purge(ids)
    },
    toArchive: async (asked) => await (await reviewing()).archiving.toArchive(asked),
    lift: async (skill) => await (await reviewing()).appraiser.lift(skill),
    async addScore(measurement) {
      requireDatabase(config, store, 'a measured score')
      return await (await reviewing()).measurer.addScore(measurement)
    },
    vectors: async (asked) => await (await reviewing()).preparer.vectors(asked),
    async check(how) {
      // From a database in memory nothing may be written over what is kept beside the skills.
      if (how?.fix === true && 'none' in store.place)
        throw new WaylandError(
          'storage_unavailable',
          `a repair needs the database, and there is none: ${store.place.none}`,
        )
      return await (await reviewing()).checker.check(how)
    },
  }
}
