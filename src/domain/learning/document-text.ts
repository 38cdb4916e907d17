import { asData } from './as-data.ts'
import type { Passage } from './document.ts'

/** A passage as a model is sent it: data within tags, with ids that answers cite. */
export function documentText(
  name: string,
  passage: Passage,
  at: { readonly number: number; readonly of: number },
): string {
  const parts = passage.map(({ id, heading, page, text }) => {
    const place = `${named('heading', heading)}${page === undefined ? '' : ` page="${page}"`}`
    return `<part id="${id}"${place}>\n${asData(text)}\n</part>`
  })
  return `<document${named('name', name)} passage="${at.number} of ${at.of}">\n${parts.join('\n')}\n</document>`
}

const named = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${asData(value.replace(/\s+/g, ' ')).replaceAll('"', '&quot;')}"`
