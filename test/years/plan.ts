import { seededRandom } from '../../src/domain/bandit.ts'
import type { ToolCall, TurnInput } from '../../src/domain/turn.ts'

export const DAY_MS = 86_400_000
export const BEGAN = Date.parse('2026-01-01T00:00:00Z')

/** What people ask and what agents then call; each turn that comes once is made of these. */
export interface Samples {
  readonly requests: readonly string[]
  readonly calls: readonly (readonly ToolCall[])[]
}

/** A turn of a planned day; `asks`: the request is routed first. */
export interface PlannedTurn {
  readonly turn: Required<Pick<TurnInput, 'userInput' | 'outcome' | 'toolCalls' | 'sessionId' | 'promptId'>> & {
    readonly timestamp: Date
    readonly engine: 'claude-code'
  }
}

export interface Planned {
  readonly seed: number
  readonly perDay: number
  readonly samples: Samples
}

/** Share of turns that do a task which comes back. */
const RECURRING = 0.35
/** Tasks that come back at one time, and the days after which one of them is done for good and another begins. */
const AT_A_TIME = 6
const LIFE_DAYS = 400
const VERBS = ['review', 'rebuild', 'publish', 'migrate', 'translate', 'benchmark', 'restore', 'document', 'profile']
const OBJECTS = [
  ...['invoices', 'telemetry', 'changelog', 'thumbnails', 'glossary', 'fixtures', 'permissions', 'dashboards'],
  ...['subtitles', 'payroll', 'inventory', 'certificates', 'sitemaps', 'playlists', 'forecasts', 'receipts'],
]
const PLACES = ['warehouse', 'storefront', 'gateway', 'scheduler', 'archive', 'console', 'pipeline']

/** The turns of a day, the same for the same seed and day whatever came of the days before. */
export function turnsOf(day: number, { seed, perDay, samples }: Planned): readonly PlannedTurn[] {
  const random = seededRandom(seed * 100_003 + day)
  const below = (n: number): number => Math.floor(random() * n)
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!
  return Array.from({ length: perDay }, (_, i) => {
    const timestamp = new Date(BEGAN + day * DAY_MS + Math.floor(((i + 1) * DAY_MS) / (perDay + 2)))
    const outcome = random() < 0.85 ? 'success' : 'failure'
    const sampled = one(samples.calls)
    const [userInput, toolCalls] =
      random() < RECURRING
        ? recurring(taskOf(day, below(AT_A_TIME)), { variant: below(3), sampled })
        : [once(one(samples.requests), () => one(samples.requests)), sampled]
    const sessionId = `s${day}-${Math.floor((2 * i) / perDay)}`
    return {
      turn: { userInput, outcome, toolCalls, sessionId, promptId: `d${day}p${i}`, timestamp, engine: 'claude-code' },
    }
  })

  /** A request in which every second long word is one of another request. */
  function once(request: string, other: () => string): string {
    const words = other().match(/[A-Za-z]{5,}/g) ?? ['something']
    return request.replace(/[A-Za-z]{5,}/g, (word) => (random() < 0.5 ? one(words) : word))
  }
}

/** The number of the task that a slot has on a day: the first is there for ever, the others are replaced in turns. */
const taskOf = (day: number, slot: number): number =>
  slot === 0 ? 0 : slot + (AT_A_TIME - 1) * Math.floor((day + (slot * LIFE_DAYS) / AT_A_TIME) / LIFE_DAYS)

function recurring(
  task: number,
  { variant, sampled }: { readonly variant: number; readonly sampled: readonly ToolCall[] },
): [string, readonly ToolCall[]] {
  const verb = VERBS[task % VERBS.length]!
  const object = OBJECTS[(task * 5) % OBJECTS.length]!
  const place = PLACES[(task * 3) % PLACES.length]!
  const asked = [`${verb} the ${object} of the ${place}`, `please ${verb} our ${object} in the ${place}`]
  const run = (command: string): ToolCall => ({ name: 'Bash', input: { command }, ok: true })
  return [
    asked[variant] ?? `${verb} the ${place} ${object} again`,
    [run(`make ${object}-${verb}`), ...sampled.slice(0, variant), run(`${place}ctl verify ${object} --strict`)],
  ]
}
