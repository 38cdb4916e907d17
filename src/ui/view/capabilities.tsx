import type { Abilities } from '../../app/skill-loop.ts'
import { type Capability, inWords, KINDS, saidBefore } from '../../domain/capabilities/capability.ts'
import { visibleText } from './visible-text.ts'

/** What a skill can do, a line for each kind, and before it what is new since a person approved it. */
export function Capabilities({ title, of }: { readonly title: string; readonly of: Abilities }) {
  const { capabilities, fresh = [] } = of
  return (
    <section class={fresh.length > 0 ? 'abilities grave' : 'abilities'}>
      <h2>{title}</h2>
      {fresh.length > 0 && (
        <p>
          <strong>New since you approved it:</strong> {visibleText(inWords(fresh))}
        </p>
      )}
      {capabilities.length === 0 && <p>By its text it can do nothing but be read.</p>}
      <ul>
        {KINDS.map((kind) => ({ kind, all: capabilities.filter((one) => one.kind === kind) }))
          .filter(({ all }) => all.length > 0)
          .map(({ kind, all }) => (
            <li>
              <strong>{saidBefore(kind)}</strong> {visibleText(all.map(placed).join(', '))}
            </li>
          ))}
      </ul>
    </section>
  )
}

const placed = ({ what, file, line }: Capability): string => `${what} (${file}:${line})`
