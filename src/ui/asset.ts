import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'

/** Serves what the build puts beside the program for every page: its style sheet and its script. */
export function serveAssets(app: Pick<Hono, 'get'>): void {
  for (const [name, type] of [
    ['page.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
  ] as const)
    app.get(`/${name}`, async (c) => {
      const text = await readFile(join(import.meta.dirname, '..', 'ui', name), 'utf8')
      return c.body(text, 200, { 'Content-Type': type })
    })
}
