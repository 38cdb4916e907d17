import { type Answer, type Body, listOf, MESSAGE, parametersOf, type Wire } from './wire.ts'

/** Google's generateContent. */
export const gemini: Wire = {
  serves: (path) => /:(stream)?generateContent$/i.test(path),
  isStreamed: (_body, path) => path.endsWith(':streamGenerateContent'),
  tools: (body) =>
    listOf(body.tools)
      .flatMap((tool) => listOf(tool.functionDeclarations))
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name: String(name),
        parameters: parametersOf(parametersJsonSchema ?? parameters),
      })),
  messages: (body) =>
    listOf(body.contents).map(({ role, parts }) => ({
      isUser: role === 'user',
      text: JSON.stringify(parts),
      results: listOf(parts).filter(({ functionResponse }) => functionResponse !== undefined).length,
    })),
  aside(body) {
    const config = (body.generationConfig ?? {}) as Body
    const schema = config.responseJsonSchema ?? config.responseSchema
    if (schema === undefined) return 'ok'
    const entries = Object.entries(parametersOf(schema)).map(([key, of]) => [key, sampleOf(key, of as Body)])
    return JSON.stringify(Object.fromEntries(entries))
  },
  whole: content,
  stream: (answer, body, n) => [{ data: content(answer, body, n) }],
  failure: (code) => ({ error: { code, message: MESSAGE, status: 'INVALID_ARGUMENT' } }),
}

function content(answer: Answer, _body: Body, n: number): object {
  return {
    candidates: [{ content: { role: 'model', parts: [partOf(answer)] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    modelVersion: 'scripted',
    responseId: `response-${n}`,
  }
}

const partOf = (answer: Answer) =>
  'text' in answer ? { text: answer.text } : { functionCall: { name: answer.tool, args: answer.input } }

/** A value that fits a field which the agent asks for beside the conversation, such as who speaks next. */
function sampleOf(key: string, schema: Body): unknown {
  if (key === 'next_speaker') return 'user'
  if (key === 'model_choice') return 'flash'
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = String(schema.type).toLowerCase()
  return type === 'boolean' ? false : type === 'integer' || type === 'number' ? 10 : 'x'
}
