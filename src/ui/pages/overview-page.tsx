import type { QueuePage, SkillLoop, TurnCounts } from '../../app/skill-loop.ts'
import type { LiftReport } from '../../domain/lift/lift.ts'
import { liftWords, verdictWords } from '../../domain/lift/words.ts'
import { toldFirst } from '../../domain/wishes/told-first.ts'
import { IntervalBar } from '../view/interval-bar.tsx'
import { Layout } from '../view/layout.tsx'
import { Link } from '../view/page-context.tsx'
import { Rules } from '../view/rules.tsx'
import { SkillHead } from '../view/skill-line.tsx'
import { visibleText } from '../view/visible-text.ts'

export interface OverviewProps {
  /** The first of the seven days that it tells of. */
  readonly since: Date
  readonly turns: TurnCounts
  readonly prompts: Awaited<ReturnType<SkillLoop['upkeep']['promptsSince']>>
  readonly waiting: QueuePage
  readonly rules: Awaited<ReturnType<SkillLoop['review']['rules']>>
  readonly lift: LiftReport
}

/** Entries of a part that is whole on another page. */
const SHOWN = 4

/** The week at a glance: what waits, what was done, what skills are worth, and the wishes that were heard. */
export function OverviewPage({ since, turns, prompts, waiting, rules, lift }: OverviewProps) {
  const { draft, used } = waiting.counts
  return (
    <Layout title="Overview" here="/">
      <div id="live" data-live="swap">
        <h1>This week</h1>
        <dl class="tiles">
          <Tile name="tasks" value={sum(turns, 'turns')} note={`${sum(turns, 'succeeded')} worked`} />
          <Tile name="offered" value={prompts.offered} note={`at ${prompts.answered} prompts`} />
          <Tile name="followed" value={prompts.loaded} note={`${prompts.succeeded} worked, ${prompts.failed} failed`} />
          <Tile name="skills kept" value={used} note={`${draft} more to decide on`} />
        </dl>
        <div class="halves">
          <Waits waiting={waiting} />
          <Week since={since} turns={turns} />
          <Worths lift={lift} />
          <Wishes rules={rules} />
        </div>
      </div>
    </Layout>
  )
}

function Waits({ waiting }: Pick<OverviewProps, 'waiting'>) {
  const { draft, changed, proposed, quarantined } = waiting.counts
  const waits = [
    [draft, 'draft to keep or drop', 'drafts to keep or drop', '/queue'],
    [changed, 'skill not offered before you look', 'skills not offered before you look', '/queue?kind=changed'],
    [proposed, 'new version of a skill', 'new versions of skills', '/queue?kind=proposed'],
    [quarantined, 'skill held back by a rule', 'skills held back by a rule', '/queue?kind=quarantined'],
  ] as const
  const open = waits.filter(([n]) => n > 0)
  return (
    <section aria-labelledby="waits">
      <h2 id="waits">What waits for you</h2>
      {open.length === 0 ? (
        <p class="empty">
          Nothing. A draft is made after three successes on one task; “wayland-core import” reads what your agents have
          kept.
        </p>
      ) : (
        <ul class="rows">
          {open.map(([n, one, many, to]) => (
            <li>
              <Link to={to}>
                <strong>{String(n)}</strong> {n === 1 ? one : many}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waiting.items.length > 0 && (
        <ol class="items">
          {waiting.items.map(({ skill }) => (
            <li class="item" data-item>
              <SkillHead skill={skill} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const Week = ({ since, turns }: Pick<OverviewProps, 'since' | 'turns'>) => (
  <section aria-labelledby="week">
    <h2 id="week">Tasks by day</h2>
    {turns.days.length === 0 ? (
      <p class="empty">None this week. “wayland-core doctor” says whether an agent is connected.</p>
    ) : (
      <Days since={since} days={turns.days} />
    )}
    {turns.tasks.length > 0 && <h3>Asked more than once</h3>}
    <ul class="rows">
      {turns.tasks.slice(0, SHOWN).map(({ signature, turns: n, succeeded }) => (
        <li>
          <Link to={`/turns?q=${encodeURIComponent(signature)}`}>{visibleText(signature.replaceAll('-', ' '))}</Link>
          <span class="words">{`${n} times, ${succeeded} worked`}</span>
        </li>
      ))}
    </ul>
  </section>
)

const Worths = ({ lift }: Pick<OverviewProps, 'lift'>) => (
  <section aria-labelledby="worth">
    <h2 id="worth">What skills are worth</h2>
    {lift.skills.length === 0 ? (
      <p class="empty">
        No run with a known outcome was offered a skill yet. Some offers are held out, to compare with.
      </p>
    ) : (
      <ul class="rows worths">
        {[{ ...lift.overall, skill: undefined }, ...lift.skills.slice(0, SHOWN)].map((one) => (
          <li>
            {one.skill === undefined ? (
              <Link to="/worth">all skills</Link>
            ) : (
              <Link to={`/skills/${encodeURIComponent(one.skill)}`}>{visibleText(one.skill)}</Link>
            )}
            <IntervalBar of={one} />
            <span class="words">{`${liftWords(one)} points; ${verdictWords({ ...one, more: 0 })}`}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function Wishes({ rules }: Pick<OverviewProps, 'rules'>) {
  const heard = rules.filter(({ state }) => state === 'heard')
  const shown = toldFirst(heard).slice(0, SHOWN)
  return (
    <section aria-labelledby="wishes">
      <h2 id="wishes">Wishes heard</h2>
      {heard.length === 0 ? (
        <p class="empty">None that waits: a wish counts in two sessions, or once with “always” or “never”.</p>
      ) : (
        <>
          <Rules rules={shown} back="overview" />
          {heard.length > shown.length && (
            <p>
              <Link to="/learning">{`All ${heard.length} wishes`}</Link>
            </p>
          )}
        </>
      )}
    </section>
  )
}

const sum = ({ days }: TurnCounts, of: 'turns' | 'succeeded'): number =>
  days.reduce((total, day) => total + (day?.[of] ?? 0), 0)

const Tile = ({ name, value, note }: { readonly name: string; readonly value: number; readonly note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span class="figure">{String(value)}</span> <span class="words">{note}</span>
    </dd>
  </div>
)

const WIDTH = 40
const HEIGHT = 64
const DAY_MS = 86_400_000
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

/** Turns of seven days as bars, the part that succeeded in full colour; the same in words for who sees no picture. */
function Days({ since, days }: { readonly since: Date; readonly days: TurnCounts['days'] }) {
  const most = Math.max(1, ...days.map((day) => day?.turns ?? 0))
  const week = Array.from({ length: 7 }, (_, i) => {
    const { turns = 0, succeeded = 0 } = days[i] ?? {}
    const name = weekday.format(since.getTime() + i * DAY_MS)
    return { turns, succeeded, name, x: i * WIDTH + 4 }
  })
  const bar = (n: number) => Math.round((n / most) * HEIGHT)
  const words = week.map(({ name, turns, succeeded }) => `${name}: ${turns}, ${succeeded} worked`).join('; ')
  return (
    <svg class="days" viewBox={`0 0 ${7 * WIDTH} ${HEIGHT + 34}`} role="img" aria-label={words}>
      {week.map(({ turns, succeeded, name, x }) => (
        <g>
          <rect class="rest" x={x} y={HEIGHT + 14 - bar(turns)} width={WIDTH - 8} height={bar(turns)} rx="2" />
          <rect class="good" x={x} y={HEIGHT + 14 - bar(succeeded)} width={WIDTH - 8} height={bar(succeeded)} rx="2" />
          {turns > 0 && (
            <text x={x + WIDTH / 2 - 4} y={HEIGHT + 10 - bar(turns)}>
              {String(turns)}
            </text>
          )}
          <text x={x + WIDTH / 2 - 4} y={HEIGHT + 29}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
