import { readFileSync } from 'node:fs'

/** Phrasings with their intent, a small piece of CLINC150. */
export const REQUESTS: readonly { readonly text: string; readonly intent: string }[] = readFileSync(
  new URL('../../fixtures/requests/clinc150-sample.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { text: string; intent: string })
