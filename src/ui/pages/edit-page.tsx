import { Layout } from '../view/layout.tsx'
import { Form, Link, type PageContext } from '../view/page-context.tsx'
import { visibleText } from '../view/visible-text.ts'
import { WordDiff } from '../view/word-diff.tsx'

export interface EditPageProps {
  readonly context: PageContext
  readonly skill: { readonly id: string; readonly name: string }
  /** The person's text. */
  readonly text: string
  /** Digest of the files that are there now, which saving replaces. */
  readonly digest: string
  /** Why the last try was refused; with the text that is there now where the file was changed meanwhile. */
  readonly refused?: { readonly why: string; readonly now?: string }
}

/** SKILL.md to be edited in place. */
export function EditPage({ context, skill, text, digest, refused }: EditPageProps) {
  return (
    <Layout title={`Edit ${visibleText(skill.name)}`} context={context}>
      <p>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </p>
      <h1>Edit SKILL.md</h1>
      {refused !== undefined && <p role="alert">{visibleText(refused.why)}</p>}
      {refused?.now !== undefined && (
        <article class="file">
          <h2>From what is there now to your text</h2>
          <WordDiff before={refused.now} after={text} />
          <p>Saving again replaces what is there now; it stays in the history.</p>
        </article>
      )}
      <Form to={`/skills/${skill.id}/edit`}>
        <input type="hidden" name="digest" value={digest} />
        <label>
          Text
          <textarea name="text" rows={30} spellcheck={false}>
            {`\n${text}`}
          </textarea>
        </label>
        <button type="submit">Save as your version</button>
        <span class="words">It becomes a version of yours; an edited draft is approved anew.</span>
      </Form>
    </Layout>
  )
}
