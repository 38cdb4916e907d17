import { expect, test } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { aTurn } from './turns.ts'

test('two calls of a tool named "run" are two steps', () => {
  const calls = ['make build', 'make deploy'].map((command) => ({ name: 'run', input: { command }, ok: true }))
  const trajectories = ['deploy the shop', 'deploy the shop now', 'deploy the shop again'].map((text) =>
    aTurn(text, calls),
  )
  const { body } = composeDraft({ signature: 'deploy-shop', trajectories })
  expect(body).toMatch(/^1\. Run `make build`/m)
  expect(body).toMatch(/^2\. Run `make deploy`/m)
})
