import { expect, it } from 'vitest'
import { OPERATIONS, openApi } from '../../../src/team/server/openapi.ts'
import { teamRoutes } from '../../../src/team/server/routes.ts'

it('describes every request that the server answers, and no other', () => {
  const none = undefined as never
  const app = teamRoutes({ database: none, news: none, now: () => new Date(0), isSecure: false, onError: () => {} })
  const answered = app.routes
    .filter(({ path, method }) => path.startsWith('/v1/') && method !== 'ALL' && !path.endsWith('openapi.json'))
    .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
  expect(OPERATIONS.map(([method, path]) => `${method} ${path}`).sort()).toEqual([...new Set(answered)].sort())
})

it('says of a message what the server insists on', () => {
  const text = JSON.stringify(openApi().paths['/v1/versions/{id}/review'])
  expect(text).toContain('"enum":["approve","reject"]')
  expect(text).toContain('"maxLength":500')
})
