import { setsTask } from './question.ts'

/**
 * Whether a message answers a question of the agent and sets no task of its own: it opens with a yes or a no, or says what
 * its writer does not know. What it means depends on what was asked.
 */
export const isReply = (text: string): boolean => REPLIES.test(text.trimStart()) && !setsTask(text)

const REPLIES =
  /^(?:(?:yes|yeah|yep|yup|no|nope|nah|agreed|exactly|correct|indeed|true)\b(?!\s*:)|(?:(?:sorry|hm+|well|unfortunately)\b[\s,.]*)?(?:i (?:do not|don['’]?t|cannot|can['’]?t) (?:know|remember|recall|think|mind|care|have)\b|i['’]?m not sure\b|not sure\b|no idea\b))/i
