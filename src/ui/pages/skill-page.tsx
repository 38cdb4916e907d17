import type { ExportRecord } from '../../app/skill-loop.ts'
import { credible, type RateProbability } from '../../domain/routing/explanation.ts'
import type { SkillCounts } from '../../domain/skill.ts'
import { deedOf } from '../../domain/skill-deed.ts'
import { isFromDocument, statusLabel } from '../../domain/visibility.ts'
import { homely } from '../../platform/homely.ts'
import type { SkillView } from '../skill-view.ts'
import { Decide } from '../view/decide.tsx'
import { Evidence } from '../view/evidence.tsx'
import { Capabilities, Findings } from '../view/findings.tsx'
import { Fold } from '../view/fold.tsx'
import { History } from '../view/history.tsx'
import { Layout } from '../view/layout.tsx'
import { NotDuplicate } from '../view/not-duplicate.tsx'
import { Link } from '../view/page-context.tsx'
import { Proposal } from '../view/proposal.tsx'
import { Rules } from '../view/rules.tsx'
import { SkillFiles } from '../view/skill-files.tsx'
import { Time } from '../view/skill-line.tsx'
import { Table } from '../view/table.tsx'
import { visibleText } from '../view/visible-text.ts'

export interface SkillPageProps {
  readonly view: SkillView
  /** Shows files as they are, with line numbers, in place of rendered text. */
  readonly raw: boolean
}

/** One skill: what it says, what it rests on, what it is worth, and what a person can do with it. */
export function SkillPage({ view, raw }: SkillPageProps) {
  const { skill, findings, evidence, history, versions, proposal, proposedFindings, proposals, rules, copies } = view
  const { deed, when } = deedOf(skill)
  return (
    <Layout title={visibleText(skill.name)}>
      <p>
        <Link to="/queue">Queue</Link>
      </p>
      <h1>{visibleText(skill.name)}</h1>
      <p class="deed">{visibleText(deed)}</p>
      {when !== '' && <p class="words">{visibleText(when)}</p>}
      <ul class="facts" data-live="warn" data-skill={skill.id}>
        <li class="tag">{statusLabel(skill)}</li>
        <li>{`version ${skill.version}`}</li>
        <li>{isFromDocument(skill) ? `${MAKERS.model}, from a document` : MAKERS[skill.origin]}</li>
        <li>
          <Time at={skill.createdAt} />
        </li>
        <li class="path">{visibleText(homely(skill.path))}</li>
      </ul>
      <Sections waits={proposal !== undefined} />
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
      <Fold id="use" title="Use" note={useNote(skill.counts)}>
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
        <Table label="Uses by version" heads={['version', 'offered', 'loaded', 'succeeded', 'failed']} few>
          {[...skill.uses, { version: 'all', ...skill.counts }].map((use) => (
            <tr>
              <th scope="row">{use.version}</th>
              {[use.offered, use.loaded, use.successes, use.failures].map((n) => (
                <td>{String(n)}</td>
              ))}
            </tr>
          ))}
        </Table>
      </Fold>
      {rules.length > 0 && (
        <Fold id="rules" title="What you ask for in general" note={String(rules.length)}>
          <Rules rules={rules} />
        </Fold>
      )}
      {proposals.length > 0 && (
        <Fold id="asked" title="Proposed by a model" note={String(proposals.length)} open>
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
        </Fold>
      )}
      <History skill={skill} lines={history} versions={versions} />
      <Copies copies={copies} />
    </Layout>
  )
}

const MAKERS = {
  auto: 'made by wayland-core',
  person: 'made by a person',
  model: 'made by a language model',
  team: 'from your team',
} as const

const useNote = ({ offered, loaded, successes, failures }: SkillCounts): string =>
  `offered ${offered} times, followed ${loaded}, worked in ${successes} of ${successes + failures} runs`

/** Where copies of a skill lie that agents read. */
function Copies({ copies }: { readonly copies: readonly ExportRecord[] }) {
  return (
    <Fold id="copies" title="Copies for agents" note={String(copies.length)}>
      {copies.length === 0 ? (
        <p>None. Skills in use are copied for the agents that are connected.</p>
      ) : (
        <ul>
          {copies.map(({ path, engines }) => (
            <li class="path">{visibleText(`${homely(path)} (${engines.join(', ')})`)}</li>
          ))}
        </ul>
      )}
    </Fold>
  )
}

/** Links to the parts of the page of a skill: what a person decides is one stroke away, however long the text is. */
function Sections({ waits }: { readonly waits: boolean }) {
  const parts = waits
    ? [['proposed', 'Waiting version'] as const, ['accept', 'Accept or reject'] as const, ...PARTS]
    : PARTS
  return (
    <nav class="sections" aria-label="On this page">
      <ul>
        {parts.map(([id, name]) => (
          <li>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PARTS = [
  ['text', 'Text'],
  ['decide', 'Decide'],
  ['evidence', 'Evidence'],
  ['use', 'Use'],
  ['history', 'History'],
  ['copies', 'Copies'],
] as const

const WIDTH = 320
const HEIGHT = 120
/** Room for the numbers of the axis. */
const FOOT = 20
const MARGIN = 20
/** Share of the probability that the marked part holds. */
const SHARE = 0.9

/** The router's posterior of a skill's success rate: a picture for the eye, and the same in words. */
export function Posterior({ mean, rates }: { readonly mean: number; readonly rates: readonly RateProbability[] }) {
  const { low, high } = credible(rates, SHARE)
  const bars = barsOf(rates)
  const highest = Math.max(...bars.map(({ density }) => density))
  const ground = HEIGHT - FOOT
  return (
    <figure class="posterior">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {bars.map(({ rate, from, to, density }) => (
          <rect
            class={rate >= low && rate <= high ? 'likely' : 'rest'}
            x={place(from)}
            width={(Number(place(to)) - Number(place(from)) - 0.5).toFixed(1)}
            y={(ground - ((ground - 8) * density) / highest).toFixed(1)}
            height={(((ground - 8) * density) / highest).toFixed(1)}
          />
        ))}
        <line class="mean" x1={place(mean)} x2={place(mean)} y1="2" y2={String(ground)} />
        <line class="axis" x1={place(0)} x2={place(1)} y1={String(ground)} y2={String(ground)} />
        {[0, 0.5, 1].map((rate) => (
          <text x={place(rate)} y={String(HEIGHT - 5)} text-anchor="middle">{`${rate * 100} %`}</text>
        ))}
      </svg>
      <figcaption>
        {`Where it fits, the router expects success in ${percent(mean)} of the tasks (the line): ${percent(SHARE)} of its posterior lies between ${percent(low)} and ${percent(high)} (the coloured part).`}
      </figcaption>
    </figure>
  )
}

/** Density of each rate over the part of 0 to 1 that it stands for, which is narrower at the ends. */
function barsOf(rates: readonly RateProbability[]) {
  return rates.map(({ rate, probability }, i) => {
    const from = i === 0 ? 0 : (rate + rates[i - 1]!.rate) / 2
    const to = i === rates.length - 1 ? 1 : (rate + rates[i + 1]!.rate) / 2
    return { rate, from, to, density: probability / (to - from) }
  })
}

const place = (rate: number): string => (MARGIN + rate * (WIDTH - 2 * MARGIN)).toFixed(1)

const percent = (share: number): string => `${Math.round(share * 100)} %`
