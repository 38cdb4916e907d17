import { describe, expect, it } from 'vitest'
import { type Heard, wishesOf } from '../../../src/domain/wishes/wishes.ts'

/** Requests of a project; a name before a bar is the session, else each is one of its own. */
const heard = (...said: readonly string[]): readonly Heard[] =>
  said.map((line, i) => {
    const [, session = `s${i}`, text = line] = /^(\w+) \| ([\s\S]*)$/.exec(line) ?? []
    return { turnId: `t${i}`, session, project: '/p', text }
  })

/** Other requests, so that words have a usual rarity. */
const OTHERS = [
  'fix the login page, the button overlaps the footer',
  'what does the parser do with empty input?',
  'rename the settings module to preferences',
  'the build is red since this morning, have a look',
  'summarize the open pull requests',
  'write a migration for the new orders table',
  'deploy the docs site to staging',
  'why does the cache grow without bound?',
]
const wishes = (...said: readonly string[]) => wishesOf(heard(...OTHERS, ...said))
const rules = (...said: readonly string[]) => wishes(...said).map(({ text }) => text)

describe('a wish in so many words', () => {
  it.each([
    ['never use grep on json output, but rather jq', 'Never use grep on json output, but rather jq'],
    ['please always push after committing', 'Always push after committing'],
    ['we should NEVER set timestamps by hand, please remove that.', 'NEVER set timestamps by hand'],
    ['every time you push a branch, please rebase it', 'Every time you push a branch, please rebase it'],
    ['From now on, write table-driven tests.', 'From now on, write table-driven tests'],
    ['just run the dashboard directly going forward', 'Run the dashboard directly going forward'],
    ['update the rule to say to always create tickets in the tracker', 'Always create tickets in the tracker'],
    ['is there a way to make sure you always rebase before pushing?', 'Always rebase before pushing'],
    ['every example needs an oracle file', 'Every example needs an oracle file'],
    [
      "we don't want the legacy layout ever, take the flat one",
      "We don't want the legacy layout ever, take the flat one",
    ],
    ['split subcommands into their own folders, make sure of it. record this preference', undefined],
    [
      'make sure to split subcommands into folders. record this as a preference',
      'Make sure to split subcommands into folders',
    ],
  ])('%j', (said, rule) => {
    expect(rules(said)).toEqual(rule === undefined ? [] : [rule])
  })

  it.each([
    'the importer always fails on windows',
    'never mind the linter output',
    'it will support postgres in the future',
    'make sure you always do this going forward',
    'use single quotes in the parser module',
    '> never use grep on json output\nwhat does that line mean?',
    '```\nalways push after committing\n```\nwhere does it come from?',
    `Implement the following plan:\n\n# Plan\n\nAlways push after committing.\n`,
  ])('is not heard in %j', (said) => {
    expect(rules(said)).toEqual([])
  })
})

describe('a wish in other words', () => {
  it('stands once two sessions voice it, with its sources, and is one', () => {
    const [wish, ...more] = wishes(
      'a | make sure to pull in the latest changes from upstream',
      'a | run the e2e suite',
      'b | continue with the parser, making sure to pull in latest changes from upstream first',
    )
    expect(more).toEqual([])
    expect(wish?.text).toBe('Make sure to pull in the latest changes from upstream')
    expect(wish?.sessions).toBe(2)
    expect(wish?.sources.map(({ request }) => request.turnId)).toEqual(['t8', 't10'])
  })

  it('does not stand by two requests of one session', () => {
    expect(rules('a | no need for backward compatibility', 'a | so no need for backward compatibility')).toEqual([])
    expect(rules('a | no need for backward compatibility', 'b | so no need for backward compatibility')).toHaveLength(1)
  })

  it('is an order that goes along with other orders, and no order that is the task', () => {
    const along = ['fix the header', 'rename the flag', 'merge the branch', 'tidy the imports', 'bump the version']
    expect(rules(...along.map((task) => `${task} and update the changelog`))).toEqual(['Update the changelog'])
    expect(rules(...along.map(() => 'update the changelog'))).toEqual([])
    expect(rules(...along.map(() => 'regenerate the client and run the contract tests'))).toEqual([])
  })

  it('is made an order of a complaint', () => {
    expect(
      rules('a | why did you commit to the main branch again?', 'b | why did you commit to the main branch again?'),
    ).toEqual(['Do not commit to the main branch'])
  })
})

describe('a wish that is taken back', () => {
  it('ends', () => {
    const never = 'never ask me for confirmation before deploying'
    expect(rules(never)).toHaveLength(1)
    expect(rules(never, 'actually do ask me for confirmation before deploying')).toEqual([])
  })

  it('gives way to the new one where that is in so many words', () => {
    expect(rules('never squash commits before merging', 'from now on, squash commits before merging')).toEqual([
      'From now on, squash commits before merging',
    ])
  })
})

it('is inert, short and without personal data', () => {
  const [text = ''] = rules(
    `always send <b>reports</b> to jane@example.com with \`$(id)\` ${'and more details '.repeat(8)}`,
  )
  expect(text).not.toMatch(/[<>`$]|example\.com/)
  expect(text.length).toBeLessThanOrEqual(200)
})
