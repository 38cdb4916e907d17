import fc from 'fast-check'
import { expect, it } from 'vitest'
import { putIn } from '../../src/proxy/companion.ts'
import { chat } from '../../src/proxy/dialects/chat.ts'
import { messages } from '../../src/proxy/dialects/messages.ts'
import { responses } from '../../src/proxy/dialects/responses.ts'
import { insertionPoint } from '../../src/proxy/insertion-point.ts'

const part = (text: string) => ({ type: 'text', text })
const content = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.string({ unit: 'grapheme' }).map(part), { maxLength: 3 }),
)
const entry = fc.record({ role: fc.constantFrom('user', 'assistant'), content, more: fc.jsonValue() })
const bodies = fc.record({
  before: fc.jsonValue(),
  messages: fc.array(entry, { minLength: 1, maxLength: 5 }),
  'after "\\ ü': fc.jsonValue(),
})

it('adds a text to one item of a list and leaves every other byte, however the JSON is written', () => {
  fc.assert(
    fc.property(
      bodies,
      fc.nat(),
      fc.constantFrom(0, 2, '\t'),
      fc.string({ unit: 'grapheme' }),
      (body, nth, indent, text) => {
        const index = nth % body.messages.length
        const json = Buffer.from(JSON.stringify(body, null, indent))
        const put = putIn(json, { dialect: chat, index, text })
        const { offset } = insertionPoint(json, 'messages', index)!
        const added = put.length - json.length
        expect(Buffer.concat([put.subarray(0, offset), put.subarray(offset + added)]).equals(json)).toBe(true)
        const before = body.messages[index]!.content
        const after = typeof before === 'string' ? `${before}\n\n${text}` : [...before, part(text)]
        const wanted = body.messages.map((one, i) => (i === index ? { ...one, content: after } : one))
        expect(JSON.parse(put.toString())).toEqual(JSON.parse(JSON.stringify({ ...body, messages: wanted })))
      },
    ),
  )
})

it.each([
  ['a text alone', '{"input": "hi\\\\" , "x":1}', '{"input": "hi\\\\\\n\\nUse it." , "x":1}'],
  ['an item', '{"input":[{"content":[ ]}]}', '{"input":[{"content":[ {"type":"input_text","text":"Use it."}]}]}'],
])('puts a text into %s of the Responses API', (_, json, wanted) => {
  expect(putIn(Buffer.from(json), { dialect: responses, index: 0, text: 'Use it.' }).toString()).toBe(wanted)
})

it.each([
  ['no list', '{"x":[]}'],
  ['a list that is too short', '{"messages":[]}'],
  ['two lists', '{"messages":[{"content":"a"}],"mess\\u0061ges":[{"content":"b"}]}'],
  ['no content', '{"messages":[{"role":"user"}]}'],
  ['content that is neither text nor parts', '{"messages":[{"content":null}]}'],
  ['no object', '[1]'],
])('leaves a request with %s as it is', (_, json) => {
  expect(putIn(Buffer.from(json), { dialect: messages, index: 0, text: 'x' }).toString()).toBe(json)
})
