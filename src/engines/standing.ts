import type { AgentSettings, Distrust, Look, Place, Texts } from '../connect/agent-settings.ts'
import { readSettings } from '../connect/settings-file.ts'
import { isOlder } from '../domain/version.ts'
import type { ConnectableEngine } from './engines.ts'

/** How hooks that are in an agent's settings stand with the version of it that is here. */
export interface Standing {
  readonly state: 'note' | 'wrong'
  readonly found: string
  readonly fix: string
  /** A turn that came shows that nothing is to be done. */
  readonly endsWithTurn?: true
}

export interface Connected {
  readonly engine: ConnectableEngine
  readonly agent: AgentSettings
  readonly place: Place
  readonly texts: Texts
  readonly look: Look
  readonly version: string | undefined
  /** What a person has yet to allow. */
  readonly distrust?: Distrust | undefined
}

/** Why the agent would not run them, or that nobody saw this version; undefined where nothing is to be said. */
export function standingOf({ engine, agent, place, texts, look, version, distrust }: Connected): Standing | undefined {
  if (look.off !== undefined)
    return {
      state: 'wrong',
      found: `the hooks are there, and switched off: ${look.off}`,
      fix: `Take that out of ${Object.values(agent.files(place)).at(-1) ?? ''}`,
    }
  const { since, lacks = [], isOptedIn = () => false } = agent
  if (version !== undefined && since !== undefined && isOlder(version, since) && !isOptedIn(texts, place))
    return {
      state: 'wrong',
      found: `version ${version} does not run hooks by itself, as ${since} and later ones do`,
      fix: `Update ${engine.label}`,
    }
  // An unknown version may be one that does not ask.
  if (distrust !== undefined && (version === undefined || !isOlder(version, distrust.since)))
    return { state: version === undefined ? 'note' : 'wrong', found: distrust.why, fix: distrust.cure }
  const lack = version === undefined ? undefined : lacks.find(({ since: first }) => isOlder(version, first))
  if (version !== undefined && lack !== undefined)
    return {
      state: 'note',
      found: `connected; version ${version} ${lack.what}, as ${lack.since} and later ones do`,
      fix: `Update ${engine.label}`,
    }
  const seen = engine.program.seenWorking
  if (version !== undefined && isOlder(seen, version))
    return {
      state: 'note',
      found: `connected; newer than ${seen}, the last version that was seen working`,
      fix: NEWER,
      endsWithTurn: true,
    }
  return undefined
}

const NEWER = 'After a turn, "wayland-core doctor" says whether it came'

export async function textsOf(agent: AgentSettings, place: Place): Promise<Texts> {
  const read = Object.entries(agent.files(place)).map(async ([role, path]) => [role, (await readSettings(path)).text])
  return Object.fromEntries(await Promise.all(read)) as Texts
}
