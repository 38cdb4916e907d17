import { expect, it } from 'vitest'
import type { Finding } from '../../../src/domain/safety.ts'
import { Findings } from '../../../src/ui/view/findings.tsx'
import { readText } from '../page-client.ts'

const finding = (severity: Finding['severity'], line: number): Finding => ({
  ...{ severity, rule: 'remote-code', file: 'SKILL.md', line, excerpt: 'x', why: `found in ${line}` },
})

it('shows the gravest first, and those of one kind by their lines', () => {
  const of = [finding('note', 1), finding('warn', 2), finding('block', 3), finding('warn', 4)]
  const html = String(Findings({ title: 'Found', of, to: () => '' }))
  expect(readText(html).match(/found in \d/g)).toEqual(['found in 3', 'found in 2', 'found in 4', 'found in 1'])
})
