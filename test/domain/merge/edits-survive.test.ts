import { describe, expect, it } from 'vitest'
import { composeDraft } from '../../../src/domain/draft/compose.ts'
import { linesGone, mergeSkillMd } from '../../../src/domain/merge/skill-md.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import type { TurnTrajectory } from '../../../src/domain/turn.ts'
import { withoutDraftLines } from '../../../src/service/catalogue/reviewed-files.ts'
import { fixtureTurns } from '../../engines/fixture-turns.ts'
import { aTurn, bash, edit, read } from '../draft/turns.ts'
import { bare } from './drafts.ts'
import { EDITS } from './edits.ts'

const real = await fixtureTurns()
const at = (opening: string) => real.findIndex(({ userInput }) => userInput.startsWith(opening))
const lint = [at('mise run lint fails'), at('fix lint errors')].map((i) => real[i]!)
const others = real.filter((turn) => !lint.includes(turn) && (turn.toolCalls?.length ?? 0) > 2)
/** Two runs on one file, so that the first draft has several steps. */
const renderer = ['alright, i think', 'ok, i manually removed'].map((opening) => real[at(opening)]!)

/** Three runs of one day, each a little other than those of the day before. */
const made = (day: number): readonly TurnTrajectory[] =>
  [1, 2, 3].map((n) =>
    aTurn(`review the changes on the branch${day > 1 ? ' once more' : ''}`, [
      bash(`git fetch${day > 2 ? ' --all' : ''}`),
      bash('git diff main...HEAD'),
      read(`src/part-${day}-${n}.ts`),
      ...(day > 1 ? [bash('npm run lint', { exitCode: 0 })] : []),
      ...(day > 3 ? [edit(`src/part-${day}-${n}.ts`)] : []),
      bash('npm test', { exitCode: 0, ok: n !== day }),
    ]),
  )

const draftOf = (signature: string, trajectories: readonly TurnTrajectory[]) =>
  composeDraft({ signature, trajectories }).skillMd

/** A first draft and three further ones, from more evidence and from other. */
const SERIES = {
  'of real sessions': [
    renderer,
    [...renderer, ...others.slice(0, 1)],
    [...renderer, ...lint],
    [...lint, ...others.slice(0, 1)],
  ].map((turns) => draftOf('errors-fix-lint', turns)),
  'of made ones': [made(1), [...made(1), ...made(2)], [...made(2), ...made(3)], [...made(3), ...made(4)]].map((turns) =>
    draftOf('branch-changes-review', turns),
  ),
}

const lines = (text: string) => text.replace(/^\uFEFF/, '').split(/\r?\n/)
const trimmed = (text: string) => lines(text).map((line) => line.trimEnd())

it('the drafts differ, and have steps', () => {
  for (const drafts of Object.values(SERIES)) {
    expect(new Set(drafts.map((text) => text.replace(/evidence: .*/, ''))).size).toBe(4)
    expect(drafts[0]?.match(/^\d+\. /gm)?.length).toBeGreaterThan(2)
  }
  expect(EDITS.length).toBeGreaterThanOrEqual(50)
})

describe.each(Object.entries(SERIES))('drafts %s', (_, drafts) => {
  describe.each(['staged', 'promoted'] as const)('that are %s', (status) => {
    it.each(EDITS)('keep %s through three further versions', (_name, change) => {
      const versions = status === 'staged' ? drafts : drafts.map(withoutDraftLines)
      const [first = '', ...later] = versions
      const edited = change(first)
      expect(edited).not.toBe(first)
      const drafted = new Set(trimmed(first))
      const own = trimmed(edited).filter((line) => line !== '' && !drafted.has(line))
      const there = new Set(trimmed(edited).map(bare))
      const takenOut = trimmed(first).filter((line) => line !== '' && !there.has(bare(line)))
      const removed = linesGone(first, edited)
      let [base, mine] = [first, edited]
      for (const theirs of later) {
        const text = mergeSkillMd({ base, mine, theirs }, removed).text()
        const now = trimmed(text)
        expect(now.filter((line) => own.includes(line))).toEqual(own)
        const back = now.filter((line) => takenOut.some((gone) => bare(gone) === bare(line)))
        expect(back).toEqual([])
        expect(parseSkillMd(text).name).toBe(parseSkillMd(theirs).name)
        expect([text.startsWith('\uFEFF'), text.endsWith('\n')]).toEqual([
          edited.startsWith('\uFEFF'),
          edited.endsWith('\n'),
        ])
        expect(/(?<!\r)\n/.test(text)).toBe(/(?<!\r)\n/.test(edited))
        ;[base, mine] = [theirs, text]
      }
    })
  })
})
