import { describe, expect, it } from 'vitest'
import { duplicates } from '../../src/domain/near-duplicates.ts'
import { NOW, skill } from './a-skill.ts'

describe('duplicates', () => {
  it('names pairs that say nearly the same', () => {
    const words = 'review the branch changes and comment every finding'
    const found = duplicates([
      skill({ name: 'auto-a', description: words }),
      skill({ name: 'auto-b', description: `${words} please` }),
      skill({ name: 'auto-c', description: 'migrate database schema without downtime carefully' }),
    ])
    expect(found.map((one) => one.skills)).toEqual([['auto-a', 'auto-b']])
  })

  it('does not take the sentence that all drafts share for likeness', () => {
    const draft = (name: string, about: string) =>
      skill({ name, description: `Recurring task about ${about}. Use when a request resembles "${about}".` })
    expect(duplicates([draft('auto-x', 'alpha beta'), draft('auto-y', 'gamma delta')])).toEqual([])
  })

  it('says nothing of texts with too few words', () =>
    expect(duplicates([skill({ name: 'a', description: 'lint' }), skill({ name: 'b', description: 'lint' })])).toEqual(
      [],
    ))

  it('names pairs whose texts are equal but for their names, whatever they say they are for', () => {
    const body = (name: string) => `# ${name}\n\n1. Run \`npm version minor\`.\n2. Run \`npm publish\`.\n`
    const found = duplicates([
      skill({ name: 'release-one', description: 'Publish the package.', body: body('release-one') }),
      skill({ name: 'release-two', description: 'Ship it to customers.', body: `${body('release-two')}\n` }),
      skill({ name: 'short-one', description: 'One thing.', body: 'Do it.' }),
      skill({ name: 'short-two', description: 'Another.', body: 'Do it.' }),
    ])
    expect(found).toMatchObject([{ skills: ['release-one', 'release-two'], detail: 'their texts are the same' }])
  })

  it('names pairs whose runs did the same, once, with all reasons, and takes what is missed less out of use', () => {
    const words = 'deploy the shop website to production servers'
    const newer = new Date(NOW.getTime() + 1)
    const [draft, kept] = [
      skill({ name: 'auto-b', description: words, status: 'staged' }),
      skill({ name: 'auto-a', description: words, createdAt: newer }),
    ]
    const other = skill({ name: 'auto-c', description: 'ship it', createdAt: newer })
    const reason = 'their steps are 100 % alike'
    const found = duplicates(
      [draft, kept, other],
      [
        { skill: draft, other: kept, reason },
        { skill: kept, other, reason },
      ],
    )
    expect(found).toEqual([
      {
        kind: 'duplicate',
        skills: ['auto-a', 'auto-b'],
        detail: `83 % of their words are the same; ${reason}`,
        command: 'wayland-core --skills-archive auto-b',
      },
      {
        kind: 'duplicate',
        skills: ['auto-a', 'auto-c'],
        detail: reason,
        command: 'wayland-core --skills-archive auto-c',
      },
    ])
  })
})
