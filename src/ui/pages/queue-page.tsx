import type { QueueKind, QueuePage as Waiting } from '../../app/skill-loop.ts'
import { DraftCard } from '../view/draft-card.tsx'
import { Layout } from '../view/layout.tsx'
import { Ask, Hidden, Link } from '../view/page-context.tsx'
import { SkillLine } from '../view/skill-line.tsx'

/** The tabs of the queue, in their order: what they hold, and what to do where they are empty. */
export const TABS: readonly { readonly kind: QueueKind; readonly name: string; readonly empty: string }[] = [
  {
    kind: 'draft',
    name: 'Drafts',
    empty:
      'No draft waits. One is made after three successes on one task. “wayland-core import” reads the sessions that your agents have kept.',
  },
  {
    kind: 'changed',
    name: 'To look at',
    empty: 'Every skill that may be offered was looked at, or acts only inside its project.',
  },
  { kind: 'proposed', name: 'Proposed versions', empty: 'No version of a skill waits beside it.' },
  { kind: 'quarantined', name: 'Quarantined', empty: 'The safety rules hold nothing back.' },
  { kind: 'watching', name: 'Watching', empty: 'No draft waits for more evidence.' },
  {
    kind: 'archive',
    name: 'Proposed to archive',
    empty: 'No skill does harm, and none was unused for long.',
  },
  { kind: 'used', name: 'In use', empty: 'No skill is in use yet: approve a draft.' },
  { kind: 'withdrawn', name: 'Put away', empty: 'Nothing was archived or revoked.' },
]

/** What is asked of the queue. */
export interface QueueView {
  readonly kind: QueueKind
  readonly page: number
  readonly origin: string
  readonly engine: string
  readonly project: string
}

export interface QueueProps {
  readonly view: QueueView
  readonly waiting: Waiting
}

/** What waits for a person, a tab for each kind, a page at a time. */
export function QueuePage({ view, waiting }: QueueProps) {
  const tab = TABS.find(({ kind }) => kind === view.kind) ?? TABS[0]!
  const isFiltered = [view.origin, view.engine, view.project].some((value) => value !== '')
  return (
    <Layout title="Queue" here="/queue">
      <div class="head">
        <h1>What waits for you</h1>
        <details class="filter" open={isFiltered}>
          <summary>Filter</summary>
          <Ask to="/queue">
            <Hidden of={{ kind: view.kind }} />
            <label>
              Made by{' '}
              <select name="origin">
                {(
                  [
                    ['', 'anyone'],
                    ['auto', 'wayland-core, from a streak'],
                    ['model', 'a language model, from sessions'],
                    ['document', 'a language model, from a document'],
                    ['person', 'a person'],
                    ['team', 'your team'],
                  ] as const
                ).map(([value, name]) => (
                  <option value={value} selected={value === view.origin}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Agent <input name="engine" value={view.engine} placeholder="claude-code" />
            </label>
            <label>
              Project <input name="project" value={view.project} placeholder="~/shop" />
            </label>
            <button type="submit">Filter</button>
            {isFiltered && <Link to={linkOf({ kind: view.kind, page: 0, ...UNFILTERED })}>Show all</Link>}
          </Ask>
        </details>
      </div>
      <div id="live" data-live="swap">
        <nav aria-label="Kinds" class="tabs">
          <ul>
            {TABS.filter(({ kind }) => kind === tab.kind || kind === 'draft' || waiting.counts[kind] !== 0).map(
              ({ kind, name }) => (
                <li>
                  <Link to={linkOf({ ...view, kind, page: 0 })} aria-current={kind === view.kind ? 'page' : undefined}>
                    {name}
                    {waiting.counts[kind] !== undefined && <span class="count">{` ${waiting.counts[kind]}`}</span>}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
        {waiting.items.length === 0 ? (
          <p class="empty">{isFiltered || view.page > 0 ? 'Nothing here with this filter.' : tab.empty}</p>
        ) : (
          <ol class="items">
            {waiting.items.map((item) =>
              item.head === undefined ? (
                <SkillLine item={item} kind={view.kind} />
              ) : (
                <DraftCard item={item} head={item.head} />
              ),
            )}
          </ol>
        )}
        <nav aria-label="Pages" class="pages">
          {view.page > 0 && <Link to={linkOf({ ...view, page: view.page - 1 })}>Newer</Link>}
          {waiting.more && <Link to={linkOf({ ...view, page: view.page + 1 })}>Older</Link>}
        </nav>
      </div>
    </Layout>
  )
}

const UNFILTERED = { origin: '', engine: '', project: '' }

/** The address of a view, without what is left at its default. */
export function linkOf({ kind, page, ...filters }: QueueView): string {
  const asked = new URLSearchParams()
  if (kind !== 'draft') asked.set('kind', kind)
  for (const [name, value] of Object.entries(filters)) if (value !== '') asked.set(name, value)
  if (page > 0) asked.set('page', String(page))
  return asked.size === 0 ? '/queue' : `/queue?${asked}`
}
