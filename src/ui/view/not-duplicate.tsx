import { Form } from './page-context.tsx'
import { visibleText } from './visible-text.ts'

/** Makes a proposal that was taken for a part of another skill a skill of its own. */
export function NotDuplicate({ of, skill }: { readonly of: string; readonly skill: string }) {
  return (
    <Form to={`/proposals/${encodeURIComponent(of)}/not-duplicate`}>
      <button type="submit">Not a duplicate</button>
      <span class="words">{`It waits as a skill of its own, beside “${visibleText(skill)}”.`}</span>
    </Form>
  )
}
