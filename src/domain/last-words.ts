import { redactText } from './redact.ts'

/** Characters by which the last message of a run is recognised in its transcript; some engines' files keep few more. */
const MAX_WORDS = 160

/** The beginning of a run's last message without secrets: kept while its transcript is waited for. */
export const lastWords = (message: string): string => redactText(message.trim().slice(0, MAX_WORDS)).text
