import { Parser } from 'htmlparser2'

/** Names of the elements of an XML document, in order. Throws where one is not closed by its own end. */
export function elementsOf(xml: string): readonly string[] {
  const [names, open]: [string[], string[]] = [[], []]
  const parser = new Parser(
    {
      onopentag(name) {
        names.push(name)
        open.push(name)
      },
      onclosetag(name, implied) {
        if (open.pop() !== name || (implied && !xml.includes('/>'))) throw new Error(`${name} is not closed`)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return names
}
