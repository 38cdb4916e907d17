import type { Child } from 'hono/jsx'
import { visibleText } from './visible-text.ts'

export interface FileArticleProps {
  readonly path: string
  /** Level of its heading. */
  readonly level?: 2 | 3
  /** Read aloud in place of the path. */
  readonly label?: string
  /** What the program wrote for itself: folded, one stroke away. */
  readonly isRecord: boolean
  readonly children: Child
}

/** One file of a skill below its name. */
export function FileArticle({ path, level = 3, label = visibleText(path), isRecord, children }: FileArticleProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article class="file" aria-label={label}>
      {isRecord ? (
        <details>
          <summary>
            <Heading>{visibleText(path)}</Heading> <span class="words">written by wayland-core for its own use</span>
          </summary>
          {children}
        </details>
      ) : (
        <>
          <Heading>{visibleText(path)}</Heading>
          {children}
        </>
      )}
    </article>
  )
}
