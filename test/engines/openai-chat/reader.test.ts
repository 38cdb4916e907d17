import { describe, expect, it } from 'vitest'
import { conforms, type Expected, read } from '../conformance.ts'

// Written by reading the files.
const EXPECTED: Expected = {
  // A booking fails and is only put right in the next turn.
  'openai-chat/tau-airline-task00-trial0-reward0.json': [
    ["Hi! I'm looking to book a flight", '', 'success'],
    ['Sure, my user ID is mia_li_3668.', '', 'success'],
    ['1. One-way', 'get_user_details search_direct_flight', 'success'],
    ['Neither of those options works for me', 'search_onestop_flight', 'success'],
    ["I'll go with the first option", 'calculate', 'success'],
    ['Yes, please proceed with that booking.', 'book_reservation! think? calculate', 'failure'],
    ['Yes, I confirm.', 'book_reservation', 'success'],
    ['Thank you so much for your help!', '', 'unknown'],
  ],
  'openai-chat/tau-airline-task03-trial0-reward0.json': [
    ['Hi! I need to change my flight', '', 'success'],
    ["I don't remember the reservation ID", '', 'success'],
    ["Sure, it's sofia_kim_7287.", `get_user_details${' get_reservation_details'.repeat(7)}`, 'success'],
    ['The departure is on May 27', 'search_direct_flight search_onestop_flight', 'success'],
    ['I need the fastest return trip', 'think? calculate calculate', 'success'],
    ["Yes, let's go with the economy class", '', 'success'],
    ['I want to use the gift card', 'update_reservation_flights!', 'failure'],
    ['Could you upgrade me', 'update_reservation_flights! think?', 'failure'],
    [
      'Could you please use Gift Card 6276644',
      'update_reservation_flights! update_reservation_flights! update_reservation_flights!',
      'failure',
    ],
    ['Yes, please use the credit card', 'update_reservation_flights', 'success'],
    ['Thank you so much for your help!', '', 'unknown'],
  ],
  // The chat ends with a transfer, without a last word.
  'openai-chat/tau-airline-task04-trial0-reward0.json': [
    ['I want to modify a flight booking', '', 'success'],
    ["I don't remember the reservation ID, but", `get_user_details${' get_reservation_details'.repeat(3)}`, 'success'],
    ["I'd like to upgrade to economy class", '', 'success'],
    ["Yes, I'd like to proceed", 'update_reservation_flights', 'success'],
    ["I'd like to change the passenger", '', 'success'],
    ['I need the passenger to be updated', '', 'success'],
    ['Yes, please transfer me', 'transfer_to_human_agents', 'unknown'],
  ],
}

describe('openai-chat transcripts', () => {
  conforms('openai-chat', EXPECTED)

  it('reads messages and whole chats line by line, old function calls and finish reasons', () => {
    const chat = (id: string, finish_reason: string) =>
      JSON.stringify({
        id,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'add it up' },
          { role: 'assistant', content: null, function_call: { name: 'sum', arguments: '{"a":1}' } },
          { role: 'function', name: 'sum', content: '{"error":"no b"}' },
        ],
        choices: [{ message: { role: 'assistant', content: 'Hm.' }, finish_reason }],
      })
    const outputs = read('openai-chat', [chat('x', 'stop'), chat('y', 'length'), chat('z', 'stop')])
    expect(outputs).toMatchObject([
      {
        turn: {
          sessionId: 'x',
          outcome: 'failure',
          toolCalls: [{ name: 'sum', input: { a: 1 }, ok: false, error: 'no b' }],
        },
      },
      { turn: { sessionId: 'y', outcome: 'failure', stopReason: 'length' } },
      { turn: { sessionId: 'z', outcome: 'failure' } },
    ])
    const lines = [
      { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      { role: 'assistant', content: 'Hello.' },
    ].map((line) => JSON.stringify(line))
    expect(read('openai-chat', lines)).toMatchObject([{ turn: { userInput: 'hello', outcome: 'success' } }])
  })

  it('reads a list of chats as so many sessions, each told apart', () => {
    const chat = (words: string) => ({
      task_id: 1,
      traj: [
        { role: 'user', content: words },
        { role: 'assistant', content: 'Yes.' },
      ],
    })
    const turns = read('openai-chat', [JSON.stringify([chat('one'), chat('two')])])
    expect(turns).toMatchObject([
      { turn: { userInput: 'one', sessionId: 'session' } },
      { turn: { userInput: 'two', sessionId: 'session#2' } },
    ])
  })

  it('knows a refusal in a part of the answer, and a failure in the fields of a result', () => {
    const outcome = (...messages: object[]) =>
      read('openai-chat', [JSON.stringify({ messages: [{ role: 'user', content: 'go' }, ...messages] })])
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', function: { name: 'book', arguments: '{}' } }],
    }
    const said = { role: 'assistant', content: 'There.' }
    expect(outcome({ role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] })).toMatchObject([
      { turn: { outcome: 'failure', stopReason: 'refusal' } },
    ])
    for (const [content, ok] of [
      ['{"status":"error","message":"sold out"}', false],
      ['{"ok":false}', false],
      ['{"status":"delayed","error":null}', true],
    ])
      expect(outcome(call, { role: 'tool', tool_call_id: '1', content }, said)).toMatchObject([
        { turn: { outcome: ok ? 'success' : 'failure', toolCalls: [{ ok }] } },
      ])
  })
})
