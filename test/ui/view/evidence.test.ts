import { expect, it } from 'vitest'
import { Evidence } from '../../../src/ui/view/evidence.tsx'
import { readText } from '../page-client.ts'

type Props = Parameters<typeof Evidence>[0]

const shown = (call: string): string => {
  const evidence = {
    runs: [{ turnId: 't', request: 'r', summary: '' }],
    rows: [{ fate: 'kept', why: '', calls: [call] }],
  }
  return String(Evidence({ skill: { origin: 'auto' }, evidence } as unknown as Props))
}

it('shows the commands of a step as such, whatever stands in them', () => {
  expect(shown('Run `npm test`, then `npm run lint`')).toContain(
    'Run <code>npm test</code>, then <code>npm run lint</code>',
  )
  expect(shown('Run `` echo `date` ``')).toContain('Run <code> echo `date` </code>')
  expect(shown('Run `<b onclick=x>`')).toContain('<code>&lt;b onclick=x&gt;</code>')
})

it.each(['``', '`a', 'a``b`', '` ` `'])('loses no letter of what is no command: %s', (call) => {
  const letters = (text: string) => text.replace(/[\s`]/g, '')
  expect(letters(readText(shown(call)))).toContain(letters(call))
})
