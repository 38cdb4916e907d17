import type { Child } from 'hono/jsx'
import type { z } from 'zod'
import { textsOf } from '../../ui/skill-view.ts'
import { Document, NarrowPage } from '../../ui/view/layout.tsx'
import { Form, Link, Page, type PageContext } from '../../ui/view/page-context.tsx'
import { Files } from '../../ui/view/skill-files.tsx'
import { visibleText } from '../../ui/view/visible-text.ts'
import { WordDiff } from '../../ui/view/word-diff.tsx'
import type { Role } from '../roles.ts'
import type { Fault } from '../server/faults.ts'
import { bytesOf, type filesMessage, type VersionMessage, type worthMessage } from '../wire.ts'
import { Decision, Withdraw } from './decisions.tsx'

type Version = z.infer<typeof filesMessage>

/** The frame of every page of a team. */
export function TeamPage({
  context,
  team,
  who,
  said,
  children,
}: {
  readonly context: PageContext
  readonly team: string
  readonly who: { readonly name: string; readonly role: Role }
  readonly said?: string | undefined
  readonly children: Child
}) {
  return (
    <Page.Provider value={context}>
      <Document title={team}>
        <div id="status" role="status">
          {said !== undefined && (
            <div class="notice">
              <span>{visibleText(said)}</span>
            </div>
          )}
        </div>
        <div class="app">
          <header class="side">
            <Link to="/" class="brand">
              {visibleText(team)}
            </Link>
            <p class="words">{visibleText(`${who.name}, ${who.role}`)}</p>
          </header>
          <div class="page">
            <main id="main" tabindex={-1}>
              {children}
            </main>
          </div>
        </div>
      </Document>
    </Page.Provider>
  )
}

/** Why a page is not shown, and the way back. */
export function FaultPage({ root, fault }: { readonly root: string; readonly fault: Fault }) {
  return (
    <NarrowPage root={root} title="Not shown">
      <p role="alert">{visibleText(`${fault.error}.`)}</p>
      {fault.retryAfter !== undefined && <p>{`Try again in ${fault.retryAfter} s.`}</p>}
      <p>
        <Link to="/">Back to the reviews</Link>
      </p>
    </NarrowPage>
  )
}

/** What waits for a decision, what does harm, and what is published. */
export function WaitingPage({
  waiting,
  published,
  harmful,
}: {
  readonly waiting: readonly VersionMessage[]
  readonly published: readonly VersionMessage[]
  readonly harmful: z.infer<typeof worthMessage>['skills']
}) {
  return (
    <>
      <h1>Reviews</h1>
      {waiting.length === 0 && <p>Nothing waits. People propose a skill with “wayland-core share”.</p>}
      <ul class="items">
        {waiting.map((one) => (
          <li class="item card">
            <div class="says">
              <Head of={one} />
              <New of={one} />
            </div>
            <div class="acts">
              <Link to={`/versions/${one.id}`} class="button">
                Decide<span class="hidden">{` on ${one.skill}`}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
      {harmful.length > 0 && <h2>Proposed to withdraw</h2>}
      <ul class="items">
        {harmful.map(({ skill, people, worth }) => (
          <li class="item card">
            <div class="says">
              <h3>{visibleText(skill)}</h3>
              <p>
                {`It does harm: ${points(worth?.lift)} points of success (${points(worth?.low)} to ${points(worth?.high)}) in ${worth?.offered} tasks with it and ${worth?.withheld} without, of ${people} people.`}
              </p>
              <Withdraw skill={skill} />
            </div>
          </li>
        ))}
      </ul>
      {published.length > 0 && <h2>Published</h2>}
      <ul class="items">
        {published.map((one) => (
          <li class="item">
            <Head of={one} />
            <div class="acts">
              <Link to={`/versions/${one.id}`} class="button quiet">
                Read<span class="hidden">{` ${one.skill}`}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** One version: what it can do that the published one could not, its text against that, and the decision. */
export function VersionPage({
  version,
  before,
  by,
}: {
  readonly version: Version
  readonly before: Version | undefined
  readonly by: { readonly name: string; readonly role: Role }
}) {
  const files = textsOf(bytesOf(version.files))
  const mayDecide = version.author !== by.name && by.role !== 'member'
  const text = files.find(({ path }) => path === 'SKILL.md')?.text ?? ''
  return (
    <>
      <h1>{visibleText(version.skill)}</h1>
      <Head of={version} plain />
      <New of={version} />
      {version.capabilities.length > 0 && (
        <details>
          <summary>All that it can do</summary>
          <ul class="can">
            {version.capabilities.map((one) => (
              <li>{visibleText(one)}</li>
            ))}
          </ul>
        </details>
      )}
      <Findings of={version} />
      {version.status === 'proposed' && <Decision of={version} against={before?.id} mayDecide={mayDecide} />}
      {before !== undefined && <Against before={before} now={version} />}
      <h2>Text</h2>
      <Files of={{ origin: 'team' }} files={files} findings={[]} raw={false} />
      {version.status === 'proposed' && (
        <details>
          <summary>Propose it in other words</summary>
          <Form to={`/versions/${version.id}/edit`}>
            <label>
              SKILL.md
              <textarea name="text" rows={24} cols={80} required spellcheck={false}>
                {text}
              </textarea>
            </label>
            <button type="submit">Propose this text</button>
          </Form>
        </details>
      )}
      {version.status === 'published' && <Withdraw skill={version.skill} />}
    </>
  )
}

function Findings({ of: { findings, blocked } }: { readonly of: VersionMessage }) {
  if (findings.length === 0) return null
  return (
    <section class={blocked ? 'findings grave' : 'findings'}>
      <h2>What the safety rules found</h2>
      <ul>
        {findings.map(({ severity, file, line, why }) => (
          <li>
            <strong>{severity}</strong> {visibleText(`${file}:${line}: ${why}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Each file that differs from the published version, word by word. */
function Against({ before, now }: { readonly before: Version; readonly now: Version }) {
  const [then, is] = [before, now].map(
    (one) => new Map(textsOf(bytesOf(one.files)).map(({ path, text = '' }) => [path, text])),
  )
  const paths = [...new Set([...(then?.keys() ?? []), ...(is?.keys() ?? [])])]
  return (
    <section>
      <h2>{`Against version ${before.number}, which is published`}</h2>
      {paths
        .filter((path) => then?.get(path) !== is?.get(path))
        .map((path) => (
          <article class="file" aria-label={path}>
            <h3 class="path">{visibleText(path)}</h3>
            <WordDiff before={then?.get(path) ?? ''} after={is?.get(path) ?? ''} />
          </article>
        ))}
    </section>
  )
}

function Head({ of, plain = false }: { readonly of: VersionMessage; readonly plain?: boolean }) {
  const { id, skill, number, author, status, evidence, projects, description, note, reason } = of
  const where = projects === null ? 'for every project' : `for ${projects.join(', ')} alone`
  return (
    <>
      {!plain && (
        <h3>
          <Link to={`/versions/${id}`}>{visibleText(skill)}</Link>
        </h3>
      )}
      <p class="deed">{visibleText(description)}</p>
      <p class="facts">
        {visibleText(`version ${number} by ${author}, ${status}, ${where}, resting on ${evidence} turns of its author`)}
      </p>
      {note !== '' && <p>{visibleText(note)}</p>}
      {reason !== null && reason !== '' && <p class="words">{visibleText(`Decided: ${reason}`)}</p>}
    </>
  )
}

const New = ({ of: { grown, blocked } }: { readonly of: VersionMessage }) => (
  <>
    {blocked && <p class="findings grave">A safety rule blocks it: it can only be rejected.</p>}
    {grown.length > 0 && (
      <>
        <p class="words">New in what it can do:</p>
        <ul class="can">
          {grown.map((one) => (
            <li>{visibleText(one)}</li>
          ))}
        </ul>
      </>
    )}
  </>
)

const points = (value = 0) => `${value < 0 ? '' : '+'}${Math.round(100 * value)}`
