import type { SkillLoop } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import { type Move, type MoveOptions, pastOf } from '../domain/lifecycle.ts'
import { isReleased } from '../domain/skill.ts'
import type { Notice, Session } from './sessions.ts'

/** The fields of a form. */
export type Fields = Readonly<Record<string, string>>

/**
 * Makes a move for a person who saw the page that the form is on. Throws `conflict` where the skill is no longer as it was
 * shown, `refused` for an approval of a text that was not shown, and what the move throws.
 */
export async function makeMove(
  loop: SkillLoop,
  session: Session,
  { skill: reference, move, fields }: { readonly skill: string; readonly move: Move; readonly fields: Fields },
): Promise<Notice> {
  const skill = await loop.review.skill(reference)
  const isOther =
    (fields.status !== undefined && fields.status !== skill.status) ||
    (fields.version !== undefined && fields.version !== skill.version)
  if (isOther)
    throw new WaylandError(
      'conflict',
      `"${skill.name}" is ${skill.status} in version ${skill.version} now, and was ${fields.status} in version ${fields.version} on your page; nothing was done`,
      { hint: 'Look at it as it is now, and decide again.' },
    )
  insistOnShown(session, skill.name, move, fields)
  if ((move === 'reject' || move === 'revoke' || (move === 'archive' && !isReleased(skill))) && !fields.reason?.trim())
    throw new WaylandError('refused', 'a reason is needed, so that the history says why', { hint: 'Write one line.' })
  const moved = await loop.review.move(skill.id, move, optionsOf(fields))
  const entry = (await loop.review.history(skill.id)).findLast((line) => line.move === move)?.id
  // Merged into what is there now, as the page will show it: a proposal that is left has a new number.
  const rest = move === 'accept' ? await loop.review.proposal(skill.id).catch(() => undefined) : undefined
  const left = rest === undefined ? '' : ` What you left out waits as version ${rest.to}.`
  return {
    text: `"${moved.name}" was ${pastOf(move)}: it is ${moved.status}, version ${moved.version}.${left}`,
    skill: skill.id,
    ...(entry === undefined ? {} : { entry }),
    ...(fields.back === undefined ? {} : { back: BACK[fields.back] ?? '/' }),
  }
}

/** Lists from which moves are made, by the name that their forms give. */
const BACK: Readonly<Record<string, string>> = { queue: '/queue', archive: '/queue?kind=archive', worth: '/worth' }

/** A text is approved only by somebody who was shown it. */
function insistOnShown({ shown }: Session, name: string, move: Move, { digest, of }: Fields): void {
  const key = move === 'promote' ? digest : move === 'accept' ? `${digest}:${of}` : undefined
  if ((move === 'promote' || move === 'accept') && (key === undefined || !shown.has(key)))
    throw new WaylandError('refused', `the text of "${name}" was not shown to you in this form`, {
      hint: 'Open it, read it, then approve it.',
    })
}

function optionsOf(fields: Fields): MoveOptions {
  const { digest, of, reason, entry, use, force, choice } = fields
  const parts = Object.keys(fields).flatMap((name) => Number(/^part-(\d{1,4})$/.exec(name)?.[1] ?? []) || [])
  return {
    ...(digest === undefined || digest === '' ? {} : { digest }),
    ...(of === undefined ? {} : { of }),
    ...(reason === undefined || reason.trim() === '' ? {} : { reason: reason.trim() }),
    ...(entry === undefined ? {} : { entry: Number(entry) }),
    ...(use === 'version' || use === 'files' ? { use } : {}),
    ...(force === '1' ? { force: true } : {}),
    ...(choice === '1' ? { parts } : {}),
  }
}
