import { Parser } from 'htmlparser2'
import { WaylandError } from '../domain/errors.ts'

export interface MarkupHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(said: string): void
  close(name: string): void
}

/** Elements that lie within each other: the parser takes time by their number for each further one. */
const MAX_DEPTH = 2_000

/** Reads HTML, or XML, piece by piece. Throws `bad_file` where its elements lie too deep within each other. */
export function parseMarkup(text: string, kind: 'html' | 'xml', handler: MarkupHandler): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++
        if (depth > MAX_DEPTH)
          throw new WaylandError('bad_file', `more than ${MAX_DEPTH} of its elements lie within each other`)
        handler.open(name, attributes)
      },
      ontext: (said) => handler.text(said),
      onclosetag(name) {
        depth--
        handler.close(name)
      },
    },
    { xmlMode: kind === 'xml' },
  )
  parser.end(text)
}
