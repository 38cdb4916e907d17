import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Answers with a whole page. */
export const answerPage = (c: Context, page: Child, status: ContentfulStatusCode = 200): Response | Promise<Response> =>
  c.html(`<!DOCTYPE html>${String(page)}`, status)
