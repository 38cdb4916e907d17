/** Whether a clause names something of its moment: what "this" points to, a number, an address. */
export const isOfItsMoment = (words: string): boolean => MOMENT.test(words.replace(THAT, ' '))
const MOMENT =
  /\b(?:this|that|these|those|it|them|here|now|today|tomorrow|yesterday)\b(?! (?:project|repo|repository|codebase|way)\b)|#\d|\b\d{2,}\b|https?:|\[redacted/i
/** "make sure that", "so that": no pointer. */
const THAT = /\b(?:sure|ensure|so|specif\w{1,4}|says?|states?|mentions?|notes?|those|all|given|prompt|now) that\b/gi
