/** What an agent lets its model read, and how its model uses a skill that the agent lists. */
export interface Reach {
  /** How the model calls a listed skill, by the name of its folder; absent where it reads the file. */
  readonly call?: (name: string) => string
  /** Whether the model may read the file of a skill that its agent lists. */
  readonly ownFile: boolean
  /** Whether the model may read a file in our own folder of skills; where it may not, the hint holds the text itself. */
  readonly ourFile: boolean
  /** The tool that `call` names is missing where no person can be asked: the text itself goes along with it. */
  readonly needsText?: true
}
