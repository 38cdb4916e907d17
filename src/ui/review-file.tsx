import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { raw as html } from 'hono/html'
import type { QueueKind, SkillLoop } from '../app/skill-loop.ts'
import { statusLabel } from '../domain/visibility.ts'
import { type SkillView, skillView } from './skill-view.ts'
import { Evidence } from './view/evidence.tsx'
import { Capabilities, Findings } from './view/findings.tsx'
import { Page } from './view/page-context.tsx'
import { Proposal } from './view/proposal.tsx'
import { SkillFiles } from './view/skill-files.tsx'
import { visibleText } from './view/visible-text.ts'

export interface ReviewFile {
  readonly html: string
  /** Skills in it, and those that wait and did not fit. */
  readonly skills: number
  readonly left: number
}

/** What waits for a decision, in this order. */
const KINDS = ['quarantined', 'changed', 'proposed', 'draft'] as const satisfies readonly QueueKind[]
/** Skills of a kind at most: more than a person reads on one page. */
const MOST = 100

/** The queue as one file that needs no server and loads nothing: what a page shows of each skill, without its buttons. */
export async function reviewFile(loop: SkillLoop, now: Date): Promise<ReviewFile> {
  const ids = new Set<string>()
  let left = 0
  for (const kind of KINDS) {
    const { items, counts } = await loop.review.queue({ kind, offset: 0, limit: MOST })
    for (const { skill } of items) ids.add(skill.id)
    left += counts[kind] - items.length
  }
  const views: SkillView[] = []
  for (const id of ids) views.push(await skillView(loop, id))
  const css = await readFile(join(import.meta.dirname, '..', 'ui', 'page.css'), 'utf8')
  return { html: `<!DOCTYPE html>${String(page({ views, css, now, left }))}`, skills: views.length, left }
}

function page({ views, css, now, left }: { views: readonly SkillView[]; css: string; now: Date; left: number }) {
  return (
    <Page.Provider value={{ root: '', formKey: '', isFile: true }}>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Skills that wait for a review</title>
          <style>{html(css)}</style>
        </head>
        <body>
          <main>
            <h1>Skills that wait for a review</h1>
            <p>{`${views.length} skills at ${now.toISOString()}${left > 0 ? `, and ${left} more that are not in this file` : ''}.`}</p>
            <ol class="items">
              {views.map((view) => (
                <li class="item">
                  <WaitingSkill view={view} />
                </li>
              ))}
            </ol>
          </main>
        </body>
      </html>
    </Page.Provider>
  )
}

function WaitingSkill({ view }: { readonly view: SkillView }) {
  const { skill, findings, evidence, proposal, proposedFindings } = view
  return (
    <article aria-label={visibleText(skill.name)}>
      <h2>{visibleText(skill.name)}</h2>
      <p>{visibleText(skill.description)}</p>
      <p class="facts">{`${statusLabel(skill)}, version ${skill.version}`}</p>
      <Capabilities title="What it can do" of={view.abilities} />
      <Findings title="Found by the safety rules" of={findings} to={() => ''} />
      <details>
        <summary>Text and evidence</summary>
        <SkillFiles view={view} raw={false} />
        <Evidence skill={skill} evidence={evidence} />
      </details>
      {proposal !== undefined && <Proposal view={view} change={proposal} findings={proposedFindings} />}
      <p>
        <code>{`wayland-core skills promote ${skill.name}`}</code>
      </p>
    </article>
  )
}
