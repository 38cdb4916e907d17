import { expect, it } from 'vitest'
import type { DraftText } from '../../src/domain/draft/compose.ts'
import type { SecretScanner } from '../../src/domain/redact.ts'
import type { Clearance } from '../../src/service/catalogue/catalogue.ts'
import { vetDraft } from '../../src/service/drafts/vet-draft.ts'

const clearance = { verdictOf: async () => ({ findings: [] }) } as unknown as Clearance
/** Knows one form that the core rules do not. */
const secrets: SecretScanner = async (text) =>
  [...text.matchAll(/tulip-[a-z]+/g)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    kind: 'x',
  }))

const draft = (signature: string): DraftText => {
  const body = 'Requests like: deploy with tulip-marigold to staging'
  return {
    name: `auto-${signature}`,
    signature,
    description: 'Deploys.',
    triggers: ['deploy with tulip-marigold to staging'],
    body,
    skillMd: body,
    files: new Map([['SKILL.md', body]]),
  } as unknown as DraftText
}

it('writes no draft whose name has a word of a secret that the larger rule set found', async () => {
  expect(await vetDraft(draft('deploy-marigold-staging'), [], { secrets, clearance })).toMatchObject({
    refusal: expect.stringContaining('secret'),
  })
})

it('writes the draft without the secret where its name has no part of it', async () => {
  const { refusal, draft: clean } = await vetDraft(draft('deploy-staging'), [], { secrets, clearance })
  expect(refusal).toBeUndefined()
  expect(clean.body).toBe('Requests like: deploy with [redacted:x] to staging')
})
