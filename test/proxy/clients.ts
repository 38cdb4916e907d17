import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'

/** The real clients, pointed at a server. */
export interface Clients {
  readonly openai: OpenAI
  readonly anthropic: Anthropic
}

type Converse = (clients: Clients) => Promise<void>

const REQUESTS = ['review the changes on the branch', 'und jetzt die Zweige in 日本語 👩‍💻']
const PARAMETERS = { type: 'object' as const, properties: { command: { type: 'string' } }, required: ['command'] }
const TOOL = { name: 'Bash', description: 'Runs a command.', parameters: PARAMETERS }
/** What a run of each tool call gives back. */
const RESULT = 'abc1234 Notes: two lines more\n'
const MODEL = 'recorded-model'

const chat =
  (stream: boolean): Converse =>
  async ({ openai }) => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'You are an agent.' }]
    const tools = [{ type: 'function' as const, function: TOOL }]
    for (const content of REQUESTS) {
      messages.push({ role: 'user', content })
      for (;;) {
        const asked = { model: MODEL, messages, tools }
        const { choices } = stream
          ? await openai.chat.completions
              .stream({ ...asked, stream_options: { include_usage: true } })
              .finalChatCompletion()
          : await openai.chat.completions.create(asked)
        const message = choices[0]!.message
        messages.push(message)
        const calls = message.tool_calls ?? []
        if (calls.length === 0) break
        for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: RESULT })
      }
    }
  }

const responses =
  (stream: boolean): Converse =>
  async ({ openai }) => {
    const input: OpenAI.Responses.ResponseInputItem[] = []
    const tools = [{ type: 'function' as const, strict: false, ...TOOL }]
    for (const content of REQUESTS) {
      input.push({ role: 'user', content })
      for (;;) {
        const asked = { model: MODEL, input, tools, instructions: 'You are an agent.', store: false }
        const { output } = stream
          ? await openai.responses.stream(asked).finalResponse()
          : await openai.responses.create(asked)
        input.push(...(output as OpenAI.Responses.ResponseInputItem[]))
        const calls = output.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : []))
        if (calls.length === 0) break
        for (const call_id of calls) input.push({ type: 'function_call_output', call_id, output: RESULT })
      }
    }
  }

const messages =
  (stream: boolean): Converse =>
  async ({ anthropic }) => {
    const history: Anthropic.MessageParam[] = []
    const tools = [{ name: TOOL.name, description: TOOL.description, input_schema: PARAMETERS }]
    for (const content of REQUESTS) {
      history.push({ role: 'user', content })
      for (;;) {
        const asked = { model: MODEL, max_tokens: 1_000, messages: history, tools, system: 'You are an agent.' }
        await anthropic.messages.countTokens({ model: MODEL, messages: history, tools })
        const { content: blocks } = stream
          ? await anthropic.messages.stream(asked).finalMessage()
          : await anthropic.messages.create(asked)
        history.push({ role: 'assistant', content: blocks })
        const calls = blocks.filter((block) => block.type === 'tool_use')
        if (calls.length === 0) break
        history.push({
          role: 'user',
          content: calls.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content: RESULT })),
        })
      }
    }
  }

/** Two requests each, with two calls and a text in answer to each. */
export const CONVERSATIONS: Readonly<Record<string, Converse>> = {
  'chat-streamed': chat(true),
  'chat-whole': chat(false),
  'responses-streamed': responses(true),
  'responses-whole': responses(false),
  'messages-streamed': messages(true),
  'messages-whole': messages(false),
  async models({ openai }) {
    for await (const _ of openai.models.list());
    await openai.embeddings.create({ model: MODEL, input: 'words' }).catch(() => {})
  },
}
