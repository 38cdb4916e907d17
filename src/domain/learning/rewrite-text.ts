import { asData, oneLine } from './as-data.ts'

/** The text of the question: the earlier requests (newest first) and the one to rewrite. */
export function rewriteText(request: string, earlier: readonly string[]): string {
  const lines = earlier.toReversed().map((one) => `- ${shown(one)}`)
  return `<earlier_requests>\n${lines.join('\n')}\n</earlier_requests>\n\n<last_request>\n${shown(request)}\n</last_request>`
}

const shown = (text: string): string => asData(oneLine(text.slice(0, MAX_REQUEST)))

/** Characters of a request: its task is named by then. */
const MAX_REQUEST = 400
