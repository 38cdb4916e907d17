import type { Child } from 'hono/jsx'

interface FoldProps {
  readonly id: string
  readonly title: string
  /** What it holds, in figures. */
  readonly note?: string | undefined
  readonly open?: boolean
  readonly children: Child
}

/** A part of a page that is one stroke away; a link to its id opens it. */
export const Fold = ({ id, title, note, open = false, children }: FoldProps) => (
  <details class="fold" open={open}>
    <summary>
      <h2>{title}</h2>
      {note !== undefined && <span class="words">{note}</span>}
    </summary>
    <div id={id} class="inside">
      {children}
    </div>
  </details>
)
