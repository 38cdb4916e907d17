import { raw as html } from 'hono/html'
import { type Child, useContext } from 'hono/jsx'
import { splitFrontMatter } from '../../domain/front-matter.ts'
import type { Skill } from '../../domain/skill.ts'
import { recordNote, type ShownFile, type SkillView } from '../skill-view.ts'
import { markdownHtml } from './markdown.ts'
import { Link, Page } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

/** The files of a skill, rendered or as they are. */
export function SkillFiles({ view, raw }: { readonly view: SkillView; readonly raw: boolean }) {
  const { skill, files, findings } = view
  return (
    <section aria-labelledby="text">
      <h2 id="text">Text</h2>
      <p hidden={useContext(Page).isFile}>
        {raw ? (
          <Link to={`/skills/${skill.id}`}>Show rendered</Link>
        ) : (
          <Link to={`/skills/${skill.id}?raw=1`}>Show as it is, with line numbers</Link>
        )}
        {' · '}
        <Link to={`/skills/${skill.id}/edit`}>Edit</Link>
      </p>
      <Files of={skill} files={files} findings={findings} raw={raw} />
    </section>
  )
}

interface FilesProps extends Pick<SkillView, 'files' | 'findings'> {
  readonly of: Pick<Skill, 'origin'>
  readonly raw: boolean
}

/** The files alone; what the program wrote beside the text of a draft is folded, unless a rule found something in it. */
export const Files = ({ of: { origin }, files, findings, raw }: FilesProps) => (
  <>
    {files.map((file) => {
      const found = findings.filter((one) => one.file === file.path)
      const note = recordNote(file.path, file.text, origin)
      return (
        <FileArticle path={file.path} folded={found.length > 0 ? undefined : note}>
          {raw ? <RawFile file={file} lines={found.map(({ line }) => line)} /> : <RenderedFile file={file} />}
        </FileArticle>
      )
    })}
  </>
)

function RenderedFile({ file }: { readonly file: ShownFile }) {
  const { path, text, bytes } = file
  if (text === undefined) return <p>{NOT_SHOWN(bytes)}</p>
  if (!path.endsWith('.md')) return <pre tabindex={0}>{visibleText(text)}</pre>
  const { yaml, body } = path === 'SKILL.md' ? splitFrontMatter(text) : { yaml: '', body: text }
  const rendered = markdownHtml(body)
  if (rendered === undefined)
    return (
      <>
        <p class="words">Shown as it is, since some of its words would not be seen if it were rendered.</p>
        <RawFile file={file} lines={[]} />
      </>
    )
  return (
    <>
      {yaml !== '' && (
        <pre class="front" tabindex={0}>
          {visibleText(yaml)}
        </pre>
      )}
      <div class="rendered">{html(rendered)}</div>
    </>
  )
}

function RawFile({
  file: { path, text, bytes },
  lines,
}: {
  readonly file: ShownFile
  readonly lines: readonly number[]
}) {
  if (text === undefined) return <p>{NOT_SHOWN(bytes)}</p>
  const marked = new Set(lines)
  return (
    <pre class="raw" tabindex={0}>
      {text.split('\n').map((line, i) => (
        <span id={`${path}-${i + 1}`} class={marked.has(i + 1) ? 'line found' : 'line'}>
          <span class="number" aria-hidden="true">
            {String(i + 1)}
          </span>
          {`${visibleText(line)}\n`}
        </span>
      ))}
    </pre>
  )
}

const NOT_SHOWN = (bytes: number) => `${bytes} bytes that are no text, or too long for a page: look at the file itself.`

interface FileArticleProps {
  readonly path: string
  /** Level of its heading. */
  readonly level?: 2 | 3
  /** Read aloud in place of the path. */
  readonly label?: string
  /** What is said of a file that is folded, one stroke away. */
  readonly folded?: string | undefined
  readonly children: Child
}

/** One file of a skill below its name. */
export function FileArticle({ path, level = 3, label = visibleText(path), folded, children }: FileArticleProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article class="file" aria-label={label}>
      {folded !== undefined ? (
        <details>
          <summary>
            <Heading>{visibleText(path)}</Heading> <span class="words">{folded}</span>
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
