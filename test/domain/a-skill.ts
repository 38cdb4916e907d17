import type { Skill } from '../../src/domain/skill.ts'

export const NOW = new Date('2026-06-01T00:00:00Z')

/** A skill of a person's own, but for what is given. */
export const skill = (given: Partial<Skill>): Skill => ({
  id: '3f1a0000-0000-4000-8000-000000000001',
  name: 'lint',
  origin: 'person',
  status: 'active',
  description: 'Lints the code.',
  triggers: [],
  body: '',
  path: '/skills/lint',
  needsReview: false,
  evidenceCount: 0,
  version: '0.1.0',
  createdAt: NOW,
  counts: { offered: 0, loaded: 0, successes: 0, failures: 0 },
  uses: [],
  ...given,
})
