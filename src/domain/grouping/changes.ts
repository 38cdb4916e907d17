import type { Group, GroupChange, GroupView } from './group.ts'
import type { Request } from './request.ts'
import type { Limits } from './thresholds.ts'

/** The changes by which a request becomes a member of a group, of which these wait then. */
export function joinGroup(
  request: Request,
  group: Group,
  waiting: readonly number[],
  room: number,
): readonly GroupChange[] {
  const members = [...group.members, request.id]
  return [
    { kind: 'put_request', request: { ...request, group: group.id } },
    ...members.slice(0, -room).map((id): GroupChange => ({ kind: 'drop_request', id })),
    { kind: 'put_group', group: { ...group, members: members.slice(-room), waiting } },
  ]
}

/** The changes by which a group begins with these requests, oldest first; where there is no room the idlest one goes. */
export function beginGroup(
  view: GroupView,
  group: Omit<Group, 'members'>,
  founders: readonly Request[],
  limits: Limits,
): readonly GroupChange[] {
  const idlest = view.groups >= limits.groups ? view.idlestGroup() : undefined
  return [
    ...(idlest === undefined ? [] : dropGroup(view, idlest)),
    ...founders.map((one): GroupChange => ({ kind: 'put_request', request: { ...one, group: group.id } })),
    { kind: 'put_group', group: { ...group, members: founders.map((one) => one.id) } },
  ]
}

/** The changes that forget a group with its members: for those that have been idle for too long. */
export function dropGroup(view: GroupView, id: number): readonly GroupChange[] {
  const members = view.group(id)?.members ?? []
  return [...members.map((member): GroupChange => ({ kind: 'drop_request', id: member })), { kind: 'drop_group', id }]
}

/** The changes that take a request out of its streak: one in a group may still name the task, one alone is forgotten. */
export const withoutRequest = ({ id }: Request, group: Group | undefined): readonly GroupChange[] =>
  group === undefined
    ? [{ kind: 'drop_request', id }]
    : [{ kind: 'put_group', group: { ...group, waiting: group.waiting.filter((one) => one !== id) } }]

/** The changes that put a request back into the streak of its group, in the order of time. */
export const withRequest = ({ id }: Request, group: Group | undefined): readonly GroupChange[] =>
  group === undefined
    ? []
    : [
        {
          kind: 'put_group',
          group: { ...group, waiting: [...group.waiting.filter((one) => one !== id), id].sort((a, b) => a - b) },
        },
      ]
