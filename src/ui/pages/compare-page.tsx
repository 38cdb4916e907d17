import { areTexts, inReadingOrder, isRecord, type ShownFile } from '../skill-view.ts'
import { FileArticle } from '../view/file-article.tsx'
import { Layout } from '../view/layout.tsx'
import { Link, type PageContext } from '../view/page-context.tsx'
import { visibleText } from '../view/visible-text.ts'
import { WordDiff } from '../view/word-diff.tsx'

export interface ComparePageProps {
  readonly context: PageContext
  readonly skill: { readonly id: string; readonly name: string; readonly version: string }
  readonly version: string
  /** Files of the earlier version, and of the current one. */
  readonly before: readonly ShownFile[]
  readonly after: readonly ShownFile[]
}

/** What changed from an earlier version of a skill to the current one, word by word. */
export function ComparePage({ context, skill, version, before, after }: ComparePageProps) {
  const paths = inReadingOrder([...new Set([...before, ...after].map(({ path }) => path))], (path) => path)
  const textOf = (files: readonly ShownFile[], path: string) => files.find((file) => file.path === path)?.text
  const changed = paths.filter((path) => textOf(before, path) !== textOf(after, path))
  const unread = paths.filter((path) => !areTexts([...before, ...after].filter((file) => file.path === path)))
  return (
    <Layout title={`Compare ${visibleText(skill.name)}`} context={context}>
      <p>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </p>
      <h1>{`From ${version} to ${skill.version}`}</h1>
      {changed.length === 0 && <p class="empty">The texts are the same.</p>}
      {unread.length > 0 && (
        <p>{`Not compared, since they are no text, or too long for a page: ${unread.map(visibleText).join(', ')}.`}</p>
      )}
      {changed.map((path) => (
        <FileArticle
          path={path}
          label={`Difference of ${visibleText(path)}`}
          level={2}
          isRecord={[before, after].every((files) => isRecord(path, textOf(files, path)))}
        >
          <WordDiff before={textOf(before, path) ?? ''} after={textOf(after, path) ?? ''} />
        </FileArticle>
      ))}
    </Layout>
  )
}
