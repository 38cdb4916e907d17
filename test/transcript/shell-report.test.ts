import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { functionResult, shellReport } from '../../src/transcript/function-response.ts'

const wrapped = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`
const old = (output: string, code: number) =>
  `Command: x\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: (none)`
const anyOutput = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() === text && text !== '')

describe('what the shell tool reports', () => {
  it.each([
    [wrapped('Output: bad\nExit Code: 3\nProcess Group PGID: 14352'), { exitCode: 3, killed: false, output: 'bad' }],
    [
      wrapped('Output: (empty)\nExit Code: 1\nProcess Group PGID: 7'),
      { exitCode: 1, killed: false, output: 'Exit code 1' },
    ],
    [wrapped('Output: one\nProcess Group PGID: 15645'), { exitCode: 0, killed: false, output: 'one' }],
    [wrapped('Output: a\nSignal: SIGKILL\nProcess Group PGID: 7'), { exitCode: undefined, killed: true, output: 'a' }],
    [old('ok', 0), { exitCode: 0, killed: false, output: 'ok' }],
    ['the file says\nExit Code: 3', undefined],
    ['', undefined],
  ])('%j', (text, expected) => expect(shellReport(text)).toEqual(expected))

  it('is told by its own labels, whatever the command printed before them', () =>
    fc.assert(
      fc.property(anyOutput, fc.nat(255), (output, code) => {
        const printed = `${output}\nExit Code: 9\nmore`
        expect(shellReport(old(printed, code))).toMatchObject({ exitCode: code, output: printed })
      }),
    ))

  it('is a failure where the code is not 0, whatever the status says, and neither where the user stopped it', () => {
    const said = (text: string, status: string) => functionResult({ output: text }, status)
    expect(said(wrapped('Output: bad\nExit Code: 3\nProcess Group PGID: 1'), 'success')).toMatchObject({
      ok: false,
      exitCode: 3,
    })
    expect(said(old('bad', 3), 'success')).toMatchObject({ ok: false, exitCode: 3 })
    expect(functionResult({ error: old('bad', 3) }, 'error')).toMatchObject({ ok: false, exitCode: 3, output: 'bad' })
    expect(said(wrapped('Command was cancelled by user before it could complete.'), 'success')).toMatchObject({
      ok: null,
    })
    expect(
      said(wrapped('Command was automatically cancelled because it exceeded the timeout of 5.0 minutes'), 'success'),
    ).toMatchObject({ ok: false })
  })
})
