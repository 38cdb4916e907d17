/** A tool that an agent offers to its model. */
export interface Tool {
  readonly name: string
  /** Names and schemas of its parameters. */
  readonly parameters: Readonly<Record<string, { readonly type?: unknown }>>
}

/** What the scripted model says. */
export type Answer =
  | { readonly text: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** One message of a request, as far as the script looks at it. */
export interface Message {
  readonly isUser: boolean
  readonly text: string
  /** How many results of tools it brings. */
  readonly results: number
}

/** One line pair of a stream of server-sent events; a string is sent as it is. */
export interface StreamEvent {
  readonly event?: string
  readonly data: object | string
}

/** One API of a model, as pure values: what a request holds, and what is answered. `n` makes ids differ. */
export interface Wire {
  readonly serves: (path: string) => boolean
  readonly isStreamed: (body: Body, path: string) => boolean
  readonly tools: (body: Body) => readonly Tool[]
  readonly messages: (body: Body) => readonly Message[]
  /** What a request without tools is answered, such as one for a title. */
  readonly aside: (body: Body) => string
  readonly whole: (answer: Answer, body: Body, n: number) => object
  readonly stream: (answer: Answer, body: Body, n: number) => readonly StreamEvent[]
  readonly failure: (status: number) => object
}

export type Body = Readonly<Record<string, unknown>>

export const MESSAGE = 'scripted failure'

/** A value that should be a list of objects; anything else is an empty one. */
export const listOf = (value: unknown): readonly Body[] =>
  Array.isArray(value) ? value.filter((one): one is Body => typeof one === 'object' && one !== null) : []

/** Parameters of a JSON schema. */
export const parametersOf = (schema: unknown): Tool['parameters'] =>
  (schema as { readonly properties?: Tool['parameters'] } | undefined)?.properties ?? {}
