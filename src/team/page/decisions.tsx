import { Form, Hidden } from '../../ui/view/page-context.tsx'
import type { VersionMessage } from '../wire.ts'

/** The form that publishes or rejects a proposal, `against` what was published when it was shown. */
export function Decision({
  of: { id, blocked },
  against = '',
  mayDecide,
}: {
  readonly of: VersionMessage
  readonly against?: string | undefined
  readonly mayDecide: boolean
}) {
  if (!mayDecide) return <p class="words">A reviewer or an admin decides on it, and never its author.</p>
  return (
    <Form to={`/versions/${id}/review`}>
      <Hidden of={{ against }} />
      <label>
        Reason <input name="reason" maxlength={500} />
      </label>
      {/* A form's first button is what Enter in its field presses: a reason that is typed decides nothing. */}
      <button type="submit" hidden disabled />
      {!blocked && (
        <button type="submit" name="verdict" value="approve" class="promote">
          Publish
        </button>
      )}
      <button type="submit" name="verdict" value="reject">
        Reject
      </button>
    </Form>
  )
}

/** The form that takes a published skill back. */
export const Withdraw = ({ skill }: { readonly skill: string }) => (
  <Form to={`/skills/${encodeURIComponent(skill)}/withdraw`}>
    <label>
      Reason <input name="reason" maxlength={500} required />
    </label>
    <button type="submit">
      Withdraw<span class="hidden">{` ${skill}`}</span>
    </button>
  </Form>
)
