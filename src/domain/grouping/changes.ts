import type { Group, GroupChange, GroupView } from './group.ts'
import type { Request } from './request.ts'
import type { Limits } from './thresholds.ts'

/** The changes that make a request a member of a group with `waiting` as its streak; at most `room` members remain. */
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

/** The changes that create a group of these founders, oldest first; at `limits.groups` the idlest group is dropped. */
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

export function dropGroup(view: GroupView, id: number): readonly GroupChange[] {
  const members = view.group(id)?.members ?? []
  return [...members.map((member): GroupChange => ({ kind: 'drop_request', id: member })), { kind: 'drop_group', id }]
}

/** The changes that take a request out of its streak: it stays a member of its group; without a group it is deleted. */
export const withoutRequest = ({ id }: Request, group: Group | undefined): readonly GroupChange[] =>
  group === undefined
    ? [{ kind: 'drop_request', id }]
    : [{ kind: 'put_group', group: { ...group, waiting: group.waiting.filter((one) => one !== id) } }]

/** The changes that put a request back into the streak of its group, in order of id; none without a group. */
export const withRequest = ({ id }: Request, group: Group | undefined): readonly GroupChange[] =>
  group === undefined
    ? []
    : [
        {
          kind: 'put_group',
          group: { ...group, waiting: [...group.waiting.filter((one) => one !== id), id].sort((a, b) => a - b) },
        },
      ]
