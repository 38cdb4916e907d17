/** What `help <topic>` shows the commands of, in the order of `--help`. */
export const TOPICS = {
  learning: 'Learn from runs',
  offering: 'Offer skills to a model',
  measuring: 'Measure what skills are worth',
  reviewing: 'Review skills',
  scheduling: 'Run skills at their time',
  connecting: 'Connect agents',
  users: 'Skills of many users',
  data: 'Look after the data',
} as const
export type Topic = keyof typeof TOPICS

/** The topic that is no group of commands: the configuration. */
export const OPTIONS_TOPIC = 'options'

/** Every word that `help` takes beside the names of commands. */
export const TOPIC_NAMES: readonly string[] = [...Object.keys(TOPICS), OPTIONS_TOPIC]
export const isTopic = (word: string): boolean => TOPIC_NAMES.includes(word)
