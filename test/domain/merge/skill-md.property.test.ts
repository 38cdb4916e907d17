import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesGone, mergeSkillMd } from '../../../src/domain/merge/skill-md.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { times } from '../../long.ts'
import { bare, changed, changes, draftOf, ownLines, removedLines, said } from './drafts.ts'

const RUNS = { numRuns: times(100, 3_000) }
const further = fc.array(said, { minLength: 1, maxLength: 3 })

it('keeps every line of a person once and in order, and puts none back that they took out, version after version', () => {
  fc.assert(
    fc.property(said, changes, further, (first, script, later) => {
      let base = draftOf(first)
      let mine = changed(base, script)
      const own = ownLines(mine)
      const removed = removedLines(base, mine)
      const takenOut = linesGone(base, mine)
      for (const next of later) {
        const theirs = draftOf(next)
        const text = mergeSkillMd({ base, mine, theirs }, takenOut).text()
        expect(ownLines(text)).toEqual(own)
        const there = new Set(text.split('\n').map(bare))
        // Figures of the draft come anew with every version.
        for (const line of removed) if (!/^Evidence: |^ {2}/.test(line)) expect(there).not.toContain(bare(line))
        expect(parseSkillMd(text)).toMatchObject({ name: 'auto-review', metadata: { evidence: `${next.evidence}` } })
        ;[base, mine] = [theirs, text]
      }
    }),
    RUNS,
  )
})

it('changes nothing when the same version is merged again', () => {
  fc.assert(
    fc.property(said, changes, said, (first, script, next) => {
      const [base, theirs] = [draftOf(first), draftOf(next)]
      const mine = changed(base, script)
      const removed = linesGone(base, mine)
      const text = mergeSkillMd({ base, mine, theirs }, removed).text()
      const again = mergeSkillMd({ base: theirs, mine: text, theirs }, removed)
      expect([again.parts, again.along, again.text()]).toEqual([[], [], text])
    }),
    RUNS,
  )
})

it('makes the new draft of an untouched one, and nothing of one that says the same', () => {
  fc.assert(
    fc.property(said, said, changes, (first, next, script) => {
      const [base, theirs] = [draftOf(first), draftOf(next)]
      expect(mergeSkillMd({ base, mine: base, theirs }).text()).toBe(theirs)
      const mine = changed(base, script)
      const merge = mergeSkillMd({ base, mine, theirs: base })
      expect([merge.parts, merge.text()]).toEqual([[], mine])
    }),
    RUNS,
  )
})

it('comes to the same with all parts that are no conflict, named one by one', () => {
  fc.assert(
    fc.property(said, changes, said, (first, script, next) => {
      const base = draftOf(first)
      const merge = mergeSkillMd({ base, mine: changed(base, script), theirs: draftOf(next) })
      const numbers = merge.parts.filter(({ conflict }) => !conflict).map(({ number }) => number)
      expect(merge.text(new Set(numbers))).toBe(merge.text())
    }),
    RUNS,
  )
})

it('keeps the lines of a person with any choice of parts, each of which takes only lines of the draft or of its conflict', () => {
  fc.assert(
    fc.property(said, changes, said, fc.infiniteStream(fc.boolean()), (first, script, next, coins) => {
      const base = draftOf(first)
      const mine = changed(base, script)
      const merge = mergeSkillMd({ base, mine, theirs: draftOf(next) })
      const taken = merge.parts.filter(() => coins.next().value === true)
      const text = merge.text(new Set(taken.map(({ number }) => number)))
      const given = new Set(taken.flatMap(({ conflict, removes }) => (conflict ? removes : [])))
      const stays = ownLines(mine).filter((line) => ![...given].some((block) => block.split('\n').includes(line)))
      expect(ownLines(text)).toEqual(stays)
    }),
    RUNS,
  )
})
