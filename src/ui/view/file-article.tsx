import type { Child } from 'hono/jsx'
import { visibleText } from './visible-text.ts'

export interface FileArticleProps {
  readonly path: string
  /** Read aloud in place of the path. */
  readonly label?: string
  /** What the program wrote for itself: folded, one stroke away. */
  readonly isRecord: boolean
  readonly children: Child
}

/** One file of a skill below its name. */
export function FileArticle({ path, label = visibleText(path), isRecord, children }: FileArticleProps) {
  return (
    <article class="file" aria-label={label}>
      {isRecord ? (
        <details>
          <summary>
            <h3>{visibleText(path)}</h3> <span class="words">written by wayland-core for its own use</span>
          </summary>
          {children}
        </details>
      ) : (
        <>
          <h3>{visibleText(path)}</h3>
          {children}
        </>
      )}
    </article>
  )
}
