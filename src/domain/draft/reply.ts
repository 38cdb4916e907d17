import { setsTask } from './question.ts'

/**
 * Whether a message answers a question of the agent and sets no task of its own: it begins with yes or no, or with "I
 * don't know" and the like. Its meaning depends on the question.
 */
export const isReply = (text: string): boolean => REPLIES.test(text.trimStart()) && !setsTask(text)

const REPLIES =
  /^(?:(?:yes|yeah|yep|yup|no|nope|nah|agreed|exactly|correct|indeed|true)\b(?!\s*:)|(?:(?:sorry|hm+|well|unfortunately)\b[\s,.]*)?(?:i (?:do not|don['’]?t|cannot|can['’]?t) (?:know|remember|recall|think|mind|care|have)\b|i['’]?m not sure\b|not sure\b|no idea\b))/i
