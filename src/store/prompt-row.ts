/** A row of `evolved_prompts`: a text of a skill and its score. */
export interface PromptRow {
  readonly id: string
  readonly skillName: string
  readonly parentId: string | null
  readonly promptBody: string
  readonly score: number
  readonly scoreMeasured: boolean
  readonly scorer: string
  readonly generation: number
  /** Unix seconds. */
  readonly createdAt: number
  readonly metadata: Readonly<Record<string, unknown>> | null
}
