import { describe, expect, it } from 'vitest'
import { mergeSkillMd } from '../../../src/domain/merge/skill-md.ts'
import { parseSkillMd } from '../../../src/domain/skill-md-format.ts'
import { draftOf } from './drafts.ts'

const T1 = draftOf({
  requests: ['- "review the branch" (3 times)'],
  parts: [{ heading: 'Steps', lines: ['Run `git fetch`', 'Run `git diff main`', 'Run `npm test` [2/3]'] }],
  evidence: 3,
  description: 'Reviews a branch.',
})
const T2 = draftOf({
  requests: ['- "review the branch" (6 times)'],
  parts: [
    {
      heading: 'Steps',
      lines: ['Run `git fetch --all`', 'Run `git diff main`', 'Run `npm run lint`', 'Run `npm test` [5/6]'],
    },
    { heading: 'Pitfalls', lines: ['`npm test` failed in 1 of 6 runs'] },
  ],
  evidence: 6,
  description: 'Reviews a branch and lints it.',
})

const merge = (mine: string, removed: readonly string[] = []) => mergeSkillMd({ base: T1, mine, theirs: T2 }, removed)
const partsOf = (mine: string) => merge(mine).parts.map(({ conflict, removes, adds }) => [conflict, removes, adds])

describe('the steps', () => {
  it('are numbered around one that a person added, which keeps its own number', () => {
    const mine = T1.replace('2. Run', '2. Ask Anna\n3. Run').replace('3. Run `npm test`', '4. Run `npm test`')
    expect(merge(mine).text()).toContain(
      '1. Run `git fetch --all`\n2. Ask Anna\n3. Run `git diff main`\n4. Run `npm run lint`\n5. Run `npm test` [5/6]\n\n## Pitfalls',
    )
    expect(partsOf(mine)).toContainEqual([false, [], ['4. Run `npm run lint`']])
  })

  it('that a person took out stay out, though worded anew: that is a conflict, and theirs to take', () => {
    const mine = T1.replace('1. Run `git fetch`\n', '')
    expect(merge(mine).text()).not.toContain('git fetch')
    const part = merge(mine).parts.find(({ conflict }) => conflict)
    expect(part).toMatchObject({ removes: [], adds: ['1. Run `git fetch --all`'] })
    expect(merge(mine).text(new Set([part?.number ?? 0]))).toContain('1. Run `git fetch --all`\n2. Run `git diff main`')
  })

  it('that a person took out of an earlier draft stay out of a draft that has them again', () => {
    expect(merge(T1, ['3. Run `npm run lint` [4/4]']).text()).not.toContain('lint`')
  })

  it('that a person reworded stay in their words, and the new words are a conflict', () => {
    const mine = T1.replace('1. Run `git fetch`', '1. First get everything with `git fetch`')
    expect(merge(mine).text()).toContain('1. First get everything with `git fetch`\n2. Run `git diff main`')
    expect(partsOf(mine)).toContainEqual([
      true,
      ['1. First get everything with `git fetch`'],
      ['1. Run `git fetch --all`'],
    ])
  })

  it('stay where a person moved them', () => {
    const mine = T1.replace(/(1\. .*\n)(2\. .*\n)(3\. .*\n)/, '$3$1$2')
    expect(merge(mine).text()).toMatch(/`npm test` .*\n[\s\S]*`git fetch --all`\n[\s\S]*`git diff main`\n/)
  })

  it('in a fenced block are one line', () => {
    const block = '```sh\ngit fetch\n\ngit diff main\n```'
    const mine = T1.replace('2. Run `git diff main`', `2. Or:\n\n${block}\n`)
    expect(merge(mine).text()).toContain(block)
  })
})

describe('sections', () => {
  it('that a person moved keep their order, and take in what is new', () => {
    const [front, use, steps, last] = T1.split(/(?=^## |^What each)/m)
    expect(merge([front, steps, use, last].join('')).text()).toMatch(
      /## Steps\n1\. Run `git fetch --all`\n[\s\S]*lint[\s\S]*## Pitfalls\n[\s\S]*## When to use\n[\s\S]*What each run/,
    )
  })

  it('under a heading in other words are the same', () => {
    expect(merge(T1.replace('## Steps', '## Schritte')).text()).toMatch(/## Schritte\n1\. Run `git fetch --all`\n/)
  })

  it('that a person took out stay out', () => {
    const mine = T1.replace(/## Steps\n[\s\S]*?\n\n/, '')
    expect(merge(mine).text()).not.toContain('## Steps')
    expect(merge(mine).parts.find(({ place }) => place === 'Steps')).toMatchObject({ conflict: true })
  })
})

describe('bytes', () => {
  it('of line ends, of a mark at the beginning, of blanks and of a missing last line end stay', () => {
    const mine = `\uFEFF${T1.replaceAll('\n', '\r\n').trimEnd()}`.replace('`git diff main`', '`git diff main`  ')
    const expected = `\uFEFF${T2.replaceAll('\n', '\r\n').trimEnd()}`.replace('`git diff main`', '`git diff main`  ')
    expect(merge(mine).text()).toBe(expected)
  })
})

describe('front matter', () => {
  const front = (text: string) => text.slice(0, text.indexOf('\n---\n') + 5)

  it('keeps keys, comments and the order of a person, and follows the draft in its own metadata', () => {
    const mine = T1.replace('name:', '# mine\nlicense: MIT # really\nname:').replace(
      '  evidence',
      '  team: a\n  evidence',
    )
    expect(front(merge(mine).text())).toBe(
      '---\n# mine\nlicense: MIT # really\nname: auto-review\ndescription: "Reviews a branch and lints it."\nmetadata:\n  source: "wayland-core"\n  team: a\n  evidence: "6"\n---\n',
    )
  })

  it('keeps a description that a person wrote, of one line or more, and shows the other one', () => {
    const mine = T1.replace('description: "Reviews a branch."', 'description: >\n  My own\n  words.')
    expect(parseSkillMd(merge(mine).text()).description).toBe('My own words.')
    expect(partsOf(mine)[0]).toEqual([
      true,
      ['description: >', '  My own', '  words.'],
      ['description: "Reviews a branch and lints it."'],
    ])
  })

  it('keeps a note behind a description that is not theirs', () => {
    const mine = T1.replace('branch."', 'branch." # too short')
    expect(merge(mine).text()).toContain('lints it." # too short\n')
  })

  it('keeps the name of the folder', () => {
    expect(merge(T1.replace('name: auto-review', 'name: mine')).text()).toContain('\nname: auto-review\n')
  })

  it.each([
    ['is gone', T1.replace(/^---[\s\S]*?\n---\n/, '')],
    ['is no YAML', T1.replace('description: ', 'description: [')],
    ['says no description', T1.replace(/^description: .*\n/m, '')],
  ])('is the draft’s where a person’s %s, and the text below stays', (_, mine) => {
    const text = merge(mine.replace('2. Run', 'Mine.\n2. Run')).text()
    expect(parseSkillMd(text).description).toBe('Reviews a branch and lints it.')
    expect(text).toContain('Mine.\n')
  })
})

it('says what stays of a person: what they wrote and what they took out', () => {
  const mine = T1.replace('1. Run `git fetch`\n', 'Be quick.\n')
  expect(merge(mine).kept).toEqual([{ place: 'Steps', added: ['Be quick.'], removed: ['1. Run `git fetch`'] }])
})
