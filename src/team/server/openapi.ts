import { z } from 'zod'
import * as wire from '../wire.ts'

/** Each request of the wire: what is sent and what is answered. Paths are those of the routes. */
export const OPERATIONS = [
  ['post', '/v1/orgs/:org/join', wire.joinMessage, wire.joinedMessage],
  ['post', '/v1/invitations', wire.inviteMessage, wire.doneMessage],
  ['post', '/v1/links', wire.linkMessage, wire.doneMessage],
  ['post', '/v1/programs', wire.programMessage, wire.doneMessage],
  ['post', '/v1/leave', undefined, wire.doneMessage, ['person']],
  ['post', '/v1/leave/:only', undefined, wire.doneMessage, ['person']],
  ['get', '/v1/status', undefined, wire.statusMessage],
  ['post', '/v1/versions', wire.shareMessage, wire.versionMessage],
  ['get', '/v1/versions', undefined, wire.versionsMessage, ['status']],
  ['get', '/v1/versions/:reference', undefined, wire.filesMessage],
  ['post', '/v1/versions/:id/review', wire.reviewMessage, wire.versionMessage],
  ['post', '/v1/skills/:name/withdraw', wire.withdrawMessage, wire.doneMessage],
  ['get', '/v1/changes', undefined, wire.changesMessage, ['after', 'wait']],
  ['post', '/v1/outcomes', wire.outcomesMessage, wire.doneMessage],
  ['get', '/v1/worth', undefined, wire.worthMessage],
  ['get', '/v1/use', undefined, wire.useMessage],
  ['post', '/v1/recurrences', wire.recurrencesMessage, wire.commonMessage],
  ['get', '/v1/ledger', undefined, wire.ledgerMessage, ['after']],
] as const satisfies readonly (readonly [
  method: 'get' | 'post',
  path: string,
  request: z.ZodType | undefined,
  response: z.ZodType,
  query?: readonly string[],
])[]

/** The wire as OpenAPI 3.1, made from the schemas by which both sides read. */
export function openApi() {
  const paths: Record<string, Record<string, object>> = {}
  for (const [method, route, request, response, query = []] of OPERATIONS) {
    const named = [...route.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true }))
    const asked = query.map((name) => ({ name, in: 'query', required: false }))
    const path = route.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [method]: {
        parameters: [...named, ...asked].map((one) => ({ ...one, schema: { type: 'string' } })),
        ...(request === undefined ? {} : { requestBody: { required: true, content: json(request, 'input') } }),
        responses: {
          200: { description: 'done', content: json(response, 'output') },
          default: { description: 'refused', content: json(wire.refusalMessage, 'output') },
        },
        // A machine that joins has no token yet.
        ...(path.endsWith('/join') ? { security: [] } : {}),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'wayland-core team', version: String(wire.PROTOCOL) },
    components: { securitySchemes: { machine: { type: 'http', scheme: 'bearer' } } },
    security: [{ machine: [] }],
    paths,
  }
}

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io }) },
})
