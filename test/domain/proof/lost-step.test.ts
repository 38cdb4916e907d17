import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lostStep } from '../../../src/domain/proof/lost-step.ts'
import type { ProofTask } from '../../../src/domain/proof/task.ts'

const task = (...commands: readonly string[]): ProofTask => ({
  ...{ id: 't', family: 'f', prompt: 'add a column' },
  run: commands.map((command) => ({ tool: 'Bash', input: { command } })),
})
const STEPS = ['1. Run `npx prisma generate`.', '2. Run `npx prisma migrate dev`.', '3. Run `npm test`.']
const BODY = ['# Schema', '', ...STEPS, ''].join('\n')
const RUN = task('npx prisma generate', 'npx prisma migrate dev', 'npm test')

describe('an edit of a text loses', () => {
  test.each([
    ['a step that it takes out', BODY.replace(`${STEPS[2]}\n`, ''), 'npm test', 'missing'],
    ['a step that it does otherwise', BODY.replace('migrate dev', 'migrate reset'), 'migrate', 'missing'],
    ['an order', ['# Schema', '', STEPS[2], STEPS[0], STEPS[1]].join('\n'), '', 'order'],
    ['a step that it forbids', `${BODY}Never run \`npm test\`.\n`, 'npm test', 'forbidden'],
    [
      'a step for another that successes used too',
      BODY.replace('`npm test`', '`npx prisma generate`, then `npm run lint`'),
      'npm test',
      'missing',
    ],
  ])('%s', (_, after, step, how) => {
    const lost = lostStep(BODY, after, [RUN])
    expect(lost).toMatchObject({ how })
    expect(lost?.step).toContain(step)
  })

  test.each([
    ['what it adds', BODY.replace(STEPS[1]!, `${STEPS[1]}\nThen run \`npx prisma migrate status\`.`)],
    ['a longer form of the same command beside it', `${BODY}4. Run \`npm test -- --all\`.\n`],
    ['a condition', `${BODY}Never run \`npx prisma migrate dev\` before \`npx prisma generate\`.\n`],
    ['other words around the same command', BODY.replace('3. Run', '3. At the end, run')],
  ])('nothing by %s', (_, after) => {
    expect(lostStep(BODY, after, [RUN])).toBeUndefined()
  })

  test('nothing that no success did', () => {
    expect(lostStep(BODY, BODY.replace(`${STEPS[2]}\n`, ''), [task('npx prisma generate')])).toBeUndefined()
    expect(lostStep(BODY, '', [])).toBeUndefined()
  })

  test('nothing where it leaves all lines in their order, whatever else it tells', () => {
    const line = fc.stringMatching(/^[a-z `.]{0,40}$/).filter((text) => !/never|avoid|not|instead|rather/.test(text))
    fc.assert(
      fc.property(fc.nat(STEPS.length), line, (at, added) => {
        const after = ['# Schema', '', ...STEPS.toSpliced(at, 0, added), ''].join('\n')
        expect(lostStep(BODY, after, [RUN])).toBeUndefined()
      }),
    )
  })

  test('something with each line of a run that it takes out', () => {
    fc.assert(
      fc.property(fc.nat(STEPS.length - 1), (gone) => {
        const after = ['# Schema', '', ...STEPS.toSpliced(gone, 1), ''].join('\n')
        expect(lostStep(BODY, after, [RUN])?.how).toBe('missing')
      }),
    )
  })
})
