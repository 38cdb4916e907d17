import { eng } from 'stopword'

/** Words of request and acknowledgement, beside those of the package. */
const ADDED = 'does please so not no yes yeah yep ok okay sure thanks'.split(' ')

/**
 * Words that do not distinguish tasks: the words in lower-case letters of the English list of `stopword`, then words of
 * request and acknowledgement.
 */
export const STOPWORDS: readonly string[] = [...new Set([...eng.filter((word) => /^[a-z]+$/.test(word)), ...ADDED])]
