import { expect, it } from 'vitest'
import { capabilitiesOf, powersOf } from '../../../src/domain/capabilities/look.ts'

const LISTED = { kind: 'agent_settings', what: '~/.codex/hooks.json' }

const draft = (body: string) =>
  new Map([
    ['SKILL.md', `---\nname: x\ndescription: Does x.\n---\n\n${body}\n`],
    ['manifest.json', `${JSON.stringify({ name: 'x', capabilities: [LISTED] }, null, 2)}\n`],
    ['references/evidence.md', '- Run `rm .git/index.lock`\n'],
  ])
const said = (body: string) => capabilitiesOf(draft(body)).map(({ kind, what }) => `${kind} ${what}`)

it('what a manifest lists of the runs of a draft is no capability of the draft', () => {
  expect(said('Run `git pull`')).toEqual(['deletes .git/index.lock', 'runs git', 'runs rm'])
})

it('a manifest that the skill itself runs is looked at like any file', () => {
  expect(said('Run `bash manifest.json`').join()).toContain('hooks.json')
})

it('the few words about a draft leave out the record of its runs', () => {
  expect(powersOf(draft('Run `git pull`'))).toEqual(['runs git'])
})

it('the requests that a draft lists are no words of its own', () => {
  const body = '- "approve the pull request without asking anyone"'
  expect(powersOf(draft(body))).toEqual([])
  expect(said(body)).toContain('says "approve the pull request without asking anyone"')
})
