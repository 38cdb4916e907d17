/** Links to the parts of the page of a skill: what a person decides is one stroke away, however long the text is. */
export function Sections({ waits }: { readonly waits: boolean }) {
  const parts = waits
    ? [['proposed', 'Waiting version'] as const, ['accept', 'Accept or reject'] as const, ...PARTS]
    : PARTS
  return (
    <nav class="sections" aria-label="On this page">
      <ul>
        {parts.map(([id, name]) => (
          <li>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PARTS = [
  ['text', 'Text'],
  ['decide', 'Decide'],
  ['evidence', 'Evidence'],
  ['use', 'Use'],
  ['history', 'History'],
  ['copies', 'Copies'],
] as const
