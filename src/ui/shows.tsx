import type { QueueKind, SkillLoop } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import { QUEUE_KINDS } from '../domain/queue-kinds.ts'
import { SKILL_SOURCES, type SkillSource } from '../domain/skill.ts'
import { LearningPage } from './pages/learning-page.tsx'
import { OverviewPage } from './pages/overview-page.tsx'
import { QueuePage } from './pages/queue-page.tsx'
import { SkillPage } from './pages/skill-page.tsx'
import { TryPage } from './pages/try-page.tsx'
import { TurnPage } from './pages/turn-page.tsx'
import { TurnsPage } from './pages/turns-page.tsx'
import { WorthPage } from './pages/worth-page.tsx'
import { areTexts, inReadingOrder, recordNote, type ShownFile, skillView, textsOf } from './skill-view.ts'
import { isPlain } from './view/draft-card.tsx'
import { Layout } from './view/layout.tsx'
import { Form, Hidden, Link } from './view/page-context.tsx'
import { FileArticle } from './view/skill-files.tsx'
import { visibleText } from './view/visible-text.ts'
import { WordDiff } from './view/word-diff.tsx'

/** Entries on one page, and cards, which are taller. */
const PER_PAGE = 20
const CARDS = 10
/** Turns that one search reads; an older part is searched with the next page. */
const SCANNED = 10_000

type Query = Readonly<Record<string, string>>
interface Shown {
  /** Digests of texts that the person was shown whole. */
  readonly shown: Set<string>
}

const DAY_MS = 86_400_000
/** Days that the overview tells of, today among them. */
const DAYS = 7

export async function showOverview(loop: SkillLoop, now: Date) {
  const since = new Date((Math.floor(now.getTime() / DAY_MS) - DAYS + 1) * DAY_MS)
  const [turns, prompts] = [await loop.upkeep.turnsSince(since), await loop.upkeep.promptsSince(since)]
  const waiting = await loop.review.queue({ kind: 'draft', offset: 0, limit: 3 })
  const [rules, lift] = [await loop.review.rules(), await loop.learning.lift()]
  return <OverviewPage {...{ since, turns, prompts, waiting, rules, lift }} />
}

/** Shows a part of the queue, and notes in `shown` which drafts can be kept from their cards now. */
export async function showQueue(loop: SkillLoop, query: Query, { shown }: Shown) {
  const view = {
    kind: QUEUE_KINDS.find((kind) => kind === query.kind) ?? ('draft' satisfies QueueKind),
    page: pageOf(query),
    origin: query.origin ?? '',
    engine: query.engine ?? '',
    project: query.project ?? '',
  }
  const isCards = view.kind === 'draft'
  const limit = isCards ? CARDS : PER_PAGE
  const waiting = await loop.review.queue({
    ...{ kind: view.kind, offset: view.page * limit, limit, withFiles: isCards },
    ...(isOrigin(view.origin) ? { origin: view.origin } : {}),
    ...(view.engine === '' ? {} : { engine: view.engine }),
    ...(view.project === '' ? {} : { project: view.project }),
  })
  for (const { skill, head } of waiting.items)
    if (head !== undefined && isPlain(skill, head.files)) shown.add(head.digest)
  return <QueuePage view={view} waiting={waiting} />
}

const pageOf = ({ page = '0' }: Query): number => Math.min(100_000, Math.max(0, Math.trunc(Number(page)) || 0))

const isOrigin = (value: string): value is SkillSource => SKILL_SOURCES.some((source) => source === value)

/** Shows a skill, and notes in `shown` which texts a person can approve now. */
export async function showSkill(loop: SkillLoop, id: string, { shown, raw }: Shown & { readonly raw: boolean }) {
  const view = await skillView(loop, id)
  // What is no text cannot be judged here; such a skill is approved on the command line.
  if (areTexts(view.files)) {
    shown.add(view.digest)
    if (view.proposal !== undefined && areTexts(view.proposedFiles)) shown.add(`${view.digest}:${view.proposal.to}`)
  }
  return <SkillPage view={view} raw={raw} />
}

export async function showCompare(loop: SkillLoop, id: string, version: string) {
  const skill = await loop.review.skill(id)
  const [before, after] = [await loop.review.filesOf(skill.id, version), await loop.review.filesOf(skill.id)]
  return <ComparePage skill={skill} version={version} before={textsOf(before)} after={textsOf(after)} />
}

/** The form to edit a skill; with `tried` again, after what was saved was refused. */
export async function showEdit(
  loop: SkillLoop,
  id: string,
  tried?: { readonly text: string; readonly why: string; readonly isStale: boolean },
) {
  const skill = await loop.review.skill(id)
  const head = (await loop.review.versions(skill.id)).find((version) => version.head)
  const now = textsOf(await loop.review.filesOf(skill.id)).find(({ path }) => path === 'SKILL.md')?.text
  if (head === undefined || now === undefined)
    throw new WaylandError('refused', `the text of "${skill.name}" is not there to be edited`)
  const refused = tried && { why: tried.why, ...(tried.isStale ? { now } : {}) }
  return <EditPage skill={skill} text={tried?.text ?? now} digest={head.digest} {...(refused && { refused })} />
}

export async function showTurns(loop: SkillLoop, { q = '', before }: Query) {
  const text = q.trim()
  const found = await loop.review.findTurns({
    limit: PER_PAGE,
    scan: text === '' ? PER_PAGE + 1 : SCANNED,
    ...(text === '' ? {} : { text }),
    ...(before === undefined ? {} : { before }),
  })
  const skills =
    text === '' || before !== undefined ? [] : (await loop.review.queue({ text, offset: 0, limit: PER_PAGE })).items
  return <TurnsPage text={text} skills={skills} found={found} first={before === undefined} />
}

export const showTurn = async (loop: SkillLoop, id: string) => <TurnPage turn={await loop.review.explain(id)} />

export async function showTry(loop: SkillLoop, { q = '', threshold = '' }: Query) {
  const text = q.trim()
  const least = threshold === '' ? Number.NaN : Number(threshold)
  const by = least >= 0 && least <= 1 ? { threshold: least } : {}
  if (text === '') return <TryPage text="" {...by} />
  const decision = await loop.route({ text }, { explain: true, dryRun: true, top: PER_PAGE })
  return <TryPage text={text} decision={decision} {...by} />
}

export async function showWorth(loop: SkillLoop, query: Query) {
  if (query.skill === undefined) return <WorthPage report={await loop.learning.lift()} page={pageOf(query)} />
  const { name } = await loop.review.skill(query.skill)
  return <WorthPage report={await loop.learning.lift(name)} page={0} one={name} />
}

export async function showLearning(loop: SkillLoop) {
  const since = new Date(0)
  const [outlook, usage, reviewed] = [
    await loop.review.outlook(),
    await loop.learning.modelUsage(since),
    await loop.learning.reviewed(since),
  ]
  const provider = loop.upkeep.config.settings['model.provider']
  const rules = await loop.review.rules()
  return <LearningPage {...{ outlook, usage, reviewed, provider, rules }} />
}

interface ComparePageProps {
  readonly skill: { readonly id: string; readonly name: string; readonly version: string }
  readonly version: string
  /** Files of the earlier version, and of the current one. */
  readonly before: readonly ShownFile[]
  readonly after: readonly ShownFile[]
}

/** What changed from an earlier version of a skill to the current one, word by word. */
function ComparePage({ skill, version, before, after }: ComparePageProps) {
  const paths = inReadingOrder([...new Set([...before, ...after].map(({ path }) => path))], (path) => path)
  const textOf = (files: readonly ShownFile[], path: string) => files.find((file) => file.path === path)?.text
  const changed = paths.filter((path) => textOf(before, path) !== textOf(after, path))
  const unread = paths.filter((path) => !areTexts([...before, ...after].filter((file) => file.path === path)))
  return (
    <Layout title={`Compare ${visibleText(skill.name)}`}>
      <p>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </p>
      <h1>{`From ${version} to ${skill.version}`}</h1>
      {changed.length === 0 && <p class="empty">The texts are the same.</p>}
      {unread.length > 0 && (
        <p>{`Not compared, since they are no text, or too long for a page: ${unread.map(visibleText).join(', ')}.`}</p>
      )}
      {changed.map((path) => (
        <FileArticle
          path={path}
          label={`Difference of ${visibleText(path)}`}
          level={2}
          folded={recordNote(path, textOf(before, path)) && recordNote(path, textOf(after, path))}
        >
          <WordDiff before={textOf(before, path) ?? ''} after={textOf(after, path) ?? ''} />
        </FileArticle>
      ))}
    </Layout>
  )
}

interface EditPageProps {
  readonly skill: { readonly id: string; readonly name: string }
  /** The person's text. */
  readonly text: string
  /** Digest of the files that are there now, which saving replaces. */
  readonly digest: string
  /** Why the last try was refused; with the text that is there now where the file was changed meanwhile. */
  readonly refused?: { readonly why: string; readonly now?: string }
}

/** SKILL.md to be edited in place. */
function EditPage({ skill, text, digest, refused }: EditPageProps) {
  return (
    <Layout title={`Edit ${visibleText(skill.name)}`}>
      <p>
        <Link to={`/skills/${skill.id}`}>{visibleText(skill.name)}</Link>
      </p>
      <h1>Edit SKILL.md</h1>
      {refused !== undefined && <p role="alert">{visibleText(refused.why)}</p>}
      {refused?.now !== undefined && (
        <article class="file">
          <h2>From what is there now to your text</h2>
          <WordDiff before={refused.now} after={text} />
          <p>Saving again replaces what is there now; it stays in the history.</p>
        </article>
      )}
      <Form to={`/skills/${skill.id}/edit`}>
        <Hidden of={{ digest }} />
        <label>
          Text
          <textarea name="text" rows={30} spellcheck={false}>
            {`\n${text}`}
          </textarea>
        </label>
        <button type="submit">Save as your version</button>
        <span class="words">It becomes a version of yours; an edited draft is approved anew.</span>
      </Form>
    </Layout>
  )
}
