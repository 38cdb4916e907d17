import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replay } from '../../../src/domain/proof/replay.ts'
import { runText } from '../../../src/domain/proof/run-text.ts'
import type { ProofTask, StepOfRun } from '../../../src/domain/proof/task.ts'

const bash = (command: string): StepOfRun => ({ tool: 'Bash', input: { command } })
const task = (run: readonly StepOfRun[], prompt = 'release the package'): ProofTask => ({
  ...{ id: 't', family: 'f', prompt, run },
})
const release = task([
  bash('npm run lint -- --fix'),
  bash('npm version minor'),
  { tool: 'Edit', input: { file_path: 'CHANGELOG.md', old_string: 'a', new_string: 'b' } },
  bash('npm publish --access public'),
])
const score = (text: string | undefined, of = release) => replay(text, of).score

describe('a text that names what the run did', () => {
  it('scores 1 where it is the run itself, whatever the calls', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    )
    const name = fc.stringMatching(/^[a-z][a-z_]{2,20}[a-z]$/)
    const call = fc.record({ tool: name.map((one) => `api_${one}`), input: fc.dictionary(name, value) })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 8 }), (run) => {
        expect(replay(runText(run), task(run)).score).toBeCloseTo(1)
      }),
    )
  })

  it('scores 1 for a run of commands and files', () => {
    expect(score(runText(release.run ?? []))).toBe(1)
  })

  it('reads commands in fences, and files behind a verb', () => {
    const text =
      '```sh\n$ npm run lint -- --fix\nnpm version minor\n```\nThen update `CHANGELOG.md` and run `npm publish --access public`.'
    expect(score(text)).toBe(1)
  })

  it('counts a loop over things once', () => {
    const looked = task(['A12345', 'B12345', 'C12345'].map((order_id) => ({ tool: 'get_order', input: { order_id } })))
    expect(replay('Call `get_order(<order-id>)` for each order.', looked).precision).toBeGreaterThan(0.7)
  })
})

describe('a text that names something else', () => {
  it('scores 0 where there is none, or where it names nothing', () => {
    expect([score(undefined), score(''), score('Take care of the release, so that it passes.')]).toEqual([0, 0, 0])
  })

  it('scores less with a step that the run did not do', () => {
    const text = runText(release.run ?? [])
    expect(score(`${text}\nRun \`git push --force\`.`)).toBeLessThan(score(text))
  })

  it('scores nothing for a call whose value the run contradicts', () => {
    const cancel = task([{ tool: 'cancel_order', input: { order_id: 'A12345', reason: 'late' } }])
    expect(score('Call `cancel_order(order_id=B99999, reason=late)`.', cancel)).toBe(0)
    expect(score('Call `cancel_order(<order-id>, reason=late)`.', cancel)).toBe(0.875)
    expect(score('Call `cancel_order`.', cancel)).toBe(0.5)
  })

  it('scores less in another order', () => {
    expect(score(runText([...(release.run ?? [])].reverse()))).toBeLessThan(0.6)
  })

  it('scores less where it forbids what the run did', () => {
    const text = 'Run `npm run lint -- --fix`.'
    expect(score(`${text}\nNever run \`npm version minor\`.`)).toBeLessThan(score(text))
    expect(score(`${text}\nNever run \`rm -rf dist\`.`)).toBe(score(text))
  })

  it('tells what is missing and what is added', () => {
    const { missing, added } = replay('Run `npm run lint -- --fix`, then `git push --force`.', release)
    expect(missing.map(({ head }) => head)).toEqual(['RUN npm version', 'EDIT', 'RUN npm publish'])
    expect(added.map(({ head }) => head)).toEqual(['RUN git push'])
    expect(replay('Run `npm run lint -- --force`.', release).addedOptions).toEqual(['RUN npm run lint --force'])
  })
})

describe('a cheat', () => {
  it('does not gain by a list of the names of tools', () => {
    const run = ['get_user', 'get_order', 'cancel_order'].map((tool, i) => ({
      tool,
      input: { [`${tool}_id`]: `X${i}12345` },
    }))
    const tools = new Set(['book_order', 'cancel_order', 'get_order', 'get_user', 'list_orders', 'search_orders'])
    expect(replay([...tools].join(', '), task(run), tools).score).toBeLessThan(0.2)
  })

  it('does not gain by words of the request', () => {
    const text = runText(release.run ?? [])
    expect(score(`${text}\n\n${release.prompt}`)).toBe(score(text))
  })

  it('loses nothing by a check that is named again as one', () => {
    const text = runText(release.run ?? [])
    expect(score(`${text}\n## Verify\n- \`npm run lint -- --fix\` exits 0\n`)).toBe(score(text))
    expect(score(`${text}\n## Verify\n- \`npm run other -- --fix\` exits 0\n`)).toBeLessThan(score(text))
  })

  it('does not gain by steps that are written twice', () => {
    const text = runText(release.run ?? [])
    expect(score(`${text}\n${text}`)).toBeLessThan(score(text))
  })
})
