import { describe, expect, it } from 'vitest'
import { brokenReferences, dangers, waiting } from '../../src/domain/audit.ts'
import { auditMarkdown } from '../../src/domain/audit-markdown.ts'
import { lifts } from './a-lift.ts'
import { NOW as now, skill } from './a-skill.ts'

describe('waiting', () => {
  const kinds = (...args: Parameters<typeof waiting>) => waiting(...args).map(({ kind, command }) => [kind, command])

  it('tells drafts nobody reviewed from reviewed skills whose bytes changed', () => {
    const skills = [
      skill({ id: '1', name: 'fresh', status: 'staged', needsReview: true }),
      skill({ id: '2', name: 'edited', status: 'staged', needsReview: true }),
      skill({ id: '3', name: 'fine' }),
      skill({ id: '4', name: 'suspect', status: 'quarantined', needsReview: true }),
    ]
    expect(kinds(skills, new Set(['2', '3']), new Map([['3', '0.1.4']]))).toEqual([
      ['needs_review', 'wayland-core --skills-promote fresh'],
      ['changed_since_review', 'wayland-core --skills-promote edited'],
      ['proposed', 'wayland-core show fine'],
      ['needs_review', 'wayland-core show suspect'],
    ])
  })
})

describe('dangers', () => {
  it('names the gravest finding of each rule, and leaves notes to the scan', () => {
    const finding = (rule: string, severity: 'block' | 'warn' | 'note', line: number) => ({
      rule,
      severity,
      file: 'SKILL.md',
      line,
      excerpt: '',
      why: 'why',
    })
    const found = dangers(skill({}), [finding('a', 'warn', 1), finding('a', 'block', 2), finding('b', 'note', 3)])
    expect(found.map((one) => one.detail)).toEqual(['block: a in SKILL.md:2, why'])
  })
})

describe('brokenReferences', () => {
  const body =
    'See [guide](references/guide.md#top) and [site](https://x.org/a.md) and [up](#top), run `scripts/go.sh`, ./assets.'

  it('names links and paths that are not in the folder', () => {
    expect(brokenReferences(skill({ body }), new Set(['references/guide.md'])).map((one) => one.detail)).toEqual([
      'refers to scripts/go.sh, which is not in its folder',
    ])
    expect(brokenReferences(skill({ body }), new Set(['references/guide.md', 'scripts/go.sh']))).toEqual([])
  })

  it('takes a path in the steps of a draft for one of its project, and a link for one of its own', () =>
    expect(
      brokenReferences(skill({ body: `${body} [all](references/evidence.md)`, origin: 'auto' }), new Set()).map(
        (one) => one.detail,
      ),
    ).toEqual([
      'refers to references/guide.md, which is not in its folder',
      'refers to references/evidence.md, which is not in its folder',
    ]))

  it('names a skill whose folder is gone', () =>
    expect(brokenReferences(skill({ body }), undefined)).toMatchObject([{ detail: '/skills/lint has no SKILL.md' }]))
})

describe('auditMarkdown', () => {
  it('has a column for what skills are worth once one has a run that tells', () => {
    const skills = [skill({ name: 'bad' }), skill({ name: 'new' })]
    const of = (some: ReturnType<typeof lifts>) =>
      auditMarkdown({
        generatedAt: now,
        staleDays: 180,
        skills,
        lifts: some,
        capabilities: new Map(),
        findings: [],
      }).split('\n')
    expect(of([]).find((line) => line.startsWith('| Skill |'))).not.toContain('Lift')
    const lines = of(lifts('bad', 40, 8, 24))
    expect(lines.find((line) => line.startsWith('| Skill |'))).toMatch(/\| Failed \| Lift \|$/)
    expect(lines.find((line) => line.startsWith('| bad |'))).toMatch(/\| -\d+ \(-\d+ to -\d+\), (probably )?harms \|$/)
    expect(lines.find((line) => line.startsWith('| new |'))).toMatch(/\| - \|$/)
  })

  it('lists every skill with its standing, then the findings', () => {
    const measured = skill({ name: 'a|b', score: 0.7, scoreMeasured: false, status: 'staged', needsReview: true })
    const text = auditMarkdown({
      generatedAt: now,
      staleDays: 180,
      skills: [measured],
      lifts: [],
      capabilities: new Map(),
      findings: [{ kind: 'stale', skills: ['a|b'], detail: 'never used', command: 'wayland-core --skills-archive a' }],
    })
    expect(text).toContain('| a\\|b |')
    expect(text).toContain('0.7 (prior)')
    expect(text).toContain('staged, needs review')
    expect(text).toContain('## Looks unused (stale)')
    expect(text).toContain('- **a|b**: never used. `wayland-core --skills-archive a`')
  })

  it('says that there is nothing where there is nothing', () => {
    const text = auditMarkdown({
      generatedAt: now,
      staleDays: 180,
      skills: [],
      lifts: [],
      capabilities: new Map(),
      findings: [],
    })
    expect(text).toContain('No skills in your own folder yet.')
    expect(text).toContain('Nothing needs a look.')
  })
})
