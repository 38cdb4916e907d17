import { secretlintScanner } from '../scanner/secretlint.ts'
import { createTeamSkills } from '../service/team/team-skills.ts'
import type { CoreServices } from './core-services.ts'
import type { TeamOffers } from './skill-loop.ts'
import { withDatabase } from './storage.ts'

export function wireTeam(base: CoreServices): TeamOffers {
  const { store, router } = base
  const skills = createTeamSkills({ ...base, secrets: secretlintScanner() })
  return {
    shareable: skills.shareable,
    place: withDatabase(base, 'a skill of a team', async (...given) => {
      const placed = await skills.place(...given)
      router.refresh()
      return placed
    }),
    async takeOut(...given) {
      const done = await skills.takeOut(...given)
      router.refresh()
      return done
    },
    liftRecords: store.liftRecords,
    recentProjects: store.recentProjects,
  }
}
