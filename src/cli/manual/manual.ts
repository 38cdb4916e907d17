/** What the help of one command says beyond its line in the list; the reference in src/cli/README.md is written from it too. */
export interface Manual {
  /** Paragraphs, plain text. */
  readonly text: readonly string[]
  /** Fields of what the command reads, under a title. */
  readonly input?: readonly { readonly title: string; readonly fields: Fields }[]
  /** The shape of what `--json` prints, where the fields do not say it. */
  readonly shape?: string
  /** Fields of the object that `--json` prints, in its order. */
  readonly json: Fields
  /** Fields of objects within it. */
  readonly inner?: readonly { readonly title: string; readonly fields: Fields }[]
  /** An invocation that works when pasted, once a skill of the name in it exists. */
  readonly example: string
}

/** Names of fields with what they hold. */
export type Fields = Readonly<Record<string, string>>
