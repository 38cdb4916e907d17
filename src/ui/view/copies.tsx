import type { ExportRecord } from '../../app/skill-loop.ts'
import { visibleText } from './visible-text.ts'

/** Where copies of a skill lie that agents read. */
export function Copies({ copies }: { readonly copies: readonly ExportRecord[] }) {
  return (
    <section aria-labelledby="copies">
      <h2 id="copies">Copies for agents</h2>
      {copies.length === 0 ? (
        <p>None. Skills in use are copied for the agents that are connected.</p>
      ) : (
        <ul>
          {copies.map(({ path, engines }) => (
            <li class="path">{visibleText(`${path} (${engines.join(', ')})`)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
