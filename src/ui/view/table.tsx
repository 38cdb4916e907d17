import type { Child } from 'hono/jsx'

interface TableProps {
  /** Read aloud. */
  readonly label: string
  readonly heads: readonly (string | Child)[]
  /** It has few columns, which need not take the whole width. */
  readonly few?: boolean
  /** Its rows. */
  readonly children: Child
}

/** A table that scrolls by itself where it is wider than the page. */
export const Table = ({ label, heads, few = false, children }: TableProps) => (
  <section class="wide" tabindex={0} aria-label={label}>
    <table class={few ? 'few' : undefined}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
