import type { LiftReport } from '../../domain/lift/lift.ts'
import { harmWords, liftWords, successWords, verdictWords } from '../../domain/lift/words.ts'
import { IntervalBar } from '../view/interval-bar.tsx'
import { Layout } from '../view/layout.tsx'
import { Form, Hidden, Link } from '../view/page-context.tsx'
import { Table } from '../view/table.tsx'
import { visibleText } from '../view/visible-text.ts'

/** Skills on a page, the most used first. */
const PER_PAGE = 50
const HEADS = [
  ...['skill', 'difference in points', 'with it', 'without', 'what it says'],
  <span class="hidden">act</span>,
]

/** What skills are worth: success with each against success without, as a picture and as words. */
export function WorthPage({
  report,
  page,
  one,
}: {
  readonly report: LiftReport
  /** From 0. */
  readonly page: number
  readonly one?: string
}) {
  const rows = report.skills.slice(page * PER_PAGE, (page + 1) * PER_PAGE)
  return (
    <Layout title="Worth" here="/worth">
      <h1>{one === undefined ? 'What skills are worth' : `What ${visibleText(one)} is worth`}</h1>
      {rows.length === 0 ? (
        <p class="empty">
          {page > 0
            ? 'No further skill.'
            : `No run with a known outcome was offered ${one === undefined ? 'a skill' : 'this skill'} yet. A part of the offers is held out, so that success with a skill can be compared with success without it. This page fills by itself while you work.`}
        </p>
      ) : (
        <>
          <p>
            Success with a skill less success without it, in points of a hundred: the dot is the estimate, the bar holds
            it with 95 % probability, and what crosses the line in the middle is not sure.
          </p>
          <Table label="Table" heads={HEADS}>
            {[...(page === 0 && one === undefined ? [{ ...report.overall, archive: false }] : []), ...rows].map(
              (lift) => (
                <tr>
                  <th scope="row">
                    {'skill' in lift ? (
                      <Link to={`/skills/${encodeURIComponent(lift.skill)}`}>{visibleText(lift.skill)}</Link>
                    ) : (
                      'any skill'
                    )}
                  </th>
                  <td class="difference">
                    <IntervalBar of={lift} />
                    {liftWords(lift)}
                  </td>
                  <td class="figures">{successWords(lift.treated)}</td>
                  <td class="figures">{successWords(lift.control)}</td>
                  <td class="sentence">{verdictWords(lift)}</td>
                  <td>
                    {'skill' in lift && lift.archive && (
                      <Form to={`/skills/${encodeURIComponent(lift.skill)}/archive`}>
                        <Hidden of={{ back: 'worth', reason: harmWords(lift) }} />
                        <button type="submit">Archive</button>
                      </Form>
                    )}
                  </td>
                </tr>
              ),
            )}
          </Table>
          <nav aria-label="Pages" class="pages">
            {page > 0 && <Link to={`/worth?page=${page - 1}`}>More used</Link>}
            {report.skills.length > (page + 1) * PER_PAGE && <Link to={`/worth?page=${page + 1}`}>Less used</Link>}
          </nav>
        </>
      )}
    </Layout>
  )
}
