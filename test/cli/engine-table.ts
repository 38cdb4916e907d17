import { CONNECTABLE_ENGINES } from '../../src/engines/engines.ts'

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
