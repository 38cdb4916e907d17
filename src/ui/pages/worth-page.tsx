import { raw as html } from 'hono/html'
import type { LiftReport } from '../../domain/lift/lift.ts'
import { liftPicture } from '../../domain/lift/picture.ts'
import { harmWords, liftWords, successWords, verdictWords } from '../../domain/lift/words.ts'
import { Layout } from '../view/layout.tsx'
import { Form, Link, type PageContext } from '../view/page-context.tsx'
import { visibleText } from '../view/visible-text.ts'

/** Skills on the page, the most used first. */
const MAX_ROWS = 50

/** What skills are worth: success with each against success without, as a picture and as words. */
export function WorthPage({
  context,
  report,
  one,
}: {
  readonly context: PageContext
  readonly report: LiftReport
  readonly one?: string
}) {
  const rows = report.skills.slice(0, MAX_ROWS)
  return (
    <Layout title="Worth" here="/worth" context={context}>
      <h1>{one === undefined ? 'What skills are worth' : `What ${visibleText(one)} is worth`}</h1>
      {rows.length === 0 ? (
        <p class="empty">
          No run with a known outcome was offered {one === undefined ? 'a skill' : 'this skill'} yet. A part of the
          offers is held out, so that success with a skill can be compared with success without it.
        </p>
      ) : (
        <>
          <section class="wide picture" tabindex={0} aria-label="Picture">
            {html(liftPicture(report, MAX_ROWS))}
          </section>
          <section class="wide" tabindex={0} aria-label="Table">
            <table>
              <thead>
                <tr>
                  {['skill', 'with it', 'without', 'difference in points', 'what it says', ''].map((name) => (
                    <th scope="col">{name || <span class="hidden">act</span>}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((lift) => (
                  <tr>
                    <th scope="row">
                      <Link to={`/skills/${encodeURIComponent(lift.skill)}`}>{visibleText(lift.skill)}</Link>
                    </th>
                    <td>{successWords(lift.treated)}</td>
                    <td>{successWords(lift.control)}</td>
                    <td>{liftWords(lift)}</td>
                    <td>{verdictWords(lift)}</td>
                    <td>
                      {lift.archive && (
                        <Form to={`/skills/${encodeURIComponent(lift.skill)}/archive`}>
                          <input type="hidden" name="reason" value={harmWords(lift)} />
                          <button type="submit">Archive</button>
                        </Form>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Layout>
  )
}
