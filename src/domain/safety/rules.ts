import { CONCEALMENT } from './concealment.ts'
import { DESTRUCTION } from './destruction.ts'
import { EXFILTRATION } from './exfiltration.ts'
import { INJECTION } from './injection.ts'
import { OTHER_LANGUAGES } from './languages.ts'
import { MARKUP } from './markup.ts'
import { PLAIN_WORDS } from './plain-words.ts'
import { REMOTE_CODE } from './remote-code.ts'
import type { Rule } from './rule.ts'
import { SECRETS_IN_WORDS } from './secrets-in-words.ts'
import { SET_ASIDE } from './set-aside.ts'
import { TOLD_TO_THE_MODEL } from './told-to-the-model.ts'
import { UNICODE } from './unicode.ts'

/** Every rule on words, which a test holds to examples that it must and must not meet. */
export const WORD_RULES: readonly Rule[] = [
  ...INJECTION,
  ...SET_ASIDE,
  ...CONCEALMENT,
  ...PLAIN_WORDS,
  ...TOLD_TO_THE_MODEL,
  ...OTHER_LANGUAGES,
  ...REMOTE_CODE,
  ...EXFILTRATION,
  ...SECRETS_IN_WORDS,
  ...DESTRUCTION,
  ...MARKUP,
]

/** Rules on invisible characters, of which an unfolded text has none. */
export const UNSEEN_RULES: readonly Rule[] = UNICODE
