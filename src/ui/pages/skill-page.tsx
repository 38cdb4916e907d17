import { isFromDocument, statusLabel } from '../../domain/visibility.ts'
import type { Notice } from '../sessions.ts'
import type { SkillView } from '../skill-view.ts'
import { Capabilities } from '../view/capabilities.tsx'
import { Copies } from '../view/copies.tsx'
import { Decide } from '../view/decide.tsx'
import { Evidence } from '../view/evidence.tsx'
import { Findings } from '../view/findings.tsx'
import { History } from '../view/history.tsx'
import { Layout } from '../view/layout.tsx'
import { NotDuplicate } from '../view/not-duplicate.tsx'
import { Link, type PageContext } from '../view/page-context.tsx'
import { Posterior } from '../view/posterior.tsx'
import { Proposal } from '../view/proposal.tsx'
import { Rules } from '../view/rules.tsx'
import { Sections } from '../view/sections.tsx'
import { SkillFiles } from '../view/skill-files.tsx'
import { Time } from '../view/skill-line.tsx'
import { visibleText } from '../view/visible-text.ts'

export interface SkillPageProps {
  readonly context: PageContext
  readonly view: SkillView
  /** Shows files as they are, with line numbers, in place of rendered text. */
  readonly raw: boolean
  readonly notice?: Notice | undefined
}

/** One skill: what it says, what it rests on, what it is worth, and what a person can do with it. */
export function SkillPage({ context, view, raw, notice }: SkillPageProps) {
  const { skill, findings, evidence, history, versions, proposal, proposedFindings, proposals, rules, copies } = view
  return (
    <Layout title={visibleText(skill.name)} context={context} notice={notice}>
      <p>
        <Link to="/">Queue</Link>
      </p>
      <h1>{visibleText(skill.name)}</h1>
      <Sections waits={proposal !== undefined} />
      <p class="description">{visibleText(skill.description)}</p>
      <ul class="facts" data-live="warn" data-skill={skill.id}>
        <li>{statusLabel(skill)}</li>
        <li>{`version ${skill.version}`}</li>
        <li>{isFromDocument(skill) ? `${MAKERS.model}, from a document` : MAKERS[skill.origin]}</li>
        <li>
          <Time at={skill.createdAt} />
        </li>
        <li class="path">{visibleText(skill.path)}</li>
      </ul>
      <Capabilities title="What it can do" of={view.abilities} />
      <Findings
        title="Found by the safety rules"
        of={findings}
        to={(file, line) => `/skills/${skill.id}?raw=1#${file}-${line}`}
      />
      {proposal !== undefined && <Proposal view={view} change={proposal} findings={proposedFindings} />}
      <div class="beside">
        <SkillFiles view={view} raw={raw} />
        <Decide view={view} />
      </div>
      <Evidence skill={skill} evidence={evidence} />
      <section aria-labelledby="use">
        <h2 id="use">Use</h2>
        <p>
          {skill.score === undefined
            ? 'No score yet. '
            : `Score ${skill.score.toFixed(2)} (${skill.scoreMeasured ? 'measured' : 'prior, not measured'}). `}
          {view.expected === undefined && 'The router does not offer it. '}
          <Link to={`/worth?skill=${skill.id}`}>What it is worth</Link>
          {' · '}
          <Link to={`/try?q=${encodeURIComponent(skill.triggers[0] ?? skill.description)}`}>Try its request</Link>
        </p>
        {view.expected !== undefined && <Posterior mean={view.expected.mean} rates={view.expected.rates} />}
        <section class="wide" tabindex={0} aria-label="Uses by version">
          <table class="few">
            <thead>
              <tr>
                {['version', 'offered', 'loaded', 'succeeded', 'failed'].map((name) => (
                  <th scope="col">{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...skill.uses, { version: 'all', ...skill.counts }].map((use) => (
                <tr>
                  <th scope="row">{use.version}</th>
                  {[use.offered, use.loaded, use.successes, use.failures].map((n) => (
                    <td>{String(n)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      {rules.length > 0 && (
        <section aria-labelledby="rules">
          <h2 id="rules">What you ask for in general</h2>
          <Rules rules={rules} />
        </section>
      )}
      {proposals.length > 0 && (
        <section aria-labelledby="asked">
          <h2 id="asked">Proposed by a model</h2>
          <ul>
            {proposals.map((one) => (
              <li>
                <Time at={new Date(one.at)} />{' '}
                {visibleText(
                  `${one.operation}: ${one.status === 'staged' ? 'staged' : `refused, ${one.rule}`}; ${one.reason}; ${
                    one.tokens === 'unknown' ? 'tokens unknown' : `${one.tokens.input + one.tokens.output} tokens`
                  }`,
                )}
                {one.duplicate && <NotDuplicate of={one.id} skill={one.skill} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <History skill={skill} lines={history} versions={versions} />
      <Copies copies={copies} />
    </Layout>
  )
}

const MAKERS = { auto: 'made by wayland-core', person: 'made by a person', model: 'made by a language model' } as const
