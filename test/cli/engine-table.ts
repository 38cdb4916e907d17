import { CONNECTABLE_ENGINES, ENGINES } from '../../src/engines/engines.ts'

/** The README's table of agents: where `install` puts the hooks of each, and what it cannot give. */
export async function engineTable(): Promise<string> {
  const rows = CONNECTABLE_ENGINES.map(async ({ name, label, settings }) => {
    const { user, project, limits } = (await settings()).about
    return `| \`${name}\`: ${label} | ${user} | ${project} | ${limits} |`
  })
  return [
    '| | where the hooks go | `--project` | what it cannot give |',
    '|---|---|---|---|',
    ...(await Promise.all(rows)),
  ].join('\n')
}

/** The table of the hooks that are understood: the events of each engine, by what they tell of. */
export function eventTable(): string {
  const rows = ENGINES.flatMap(({ name, hook }) => {
    if (hook === undefined) return []
    const cells = KINDS.map((kind) =>
      Object.entries(hook.events)
        .flatMap(([event, told]) => (told === kind ? [`\`${event}\``] : []))
        .join(', '),
    )
    return [`| \`${name}\` | ${cells.join(' | ')} |`]
  })
  return ['| engine | end of a turn | end of a session | before a prompt |', '|---|---|---|---|', ...rows].join('\n')
}

const KINDS = ['turn_ended', 'session_ended', 'prompt_submitted'] as const
