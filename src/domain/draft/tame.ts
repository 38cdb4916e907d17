/**
 * The first sentence of a request where it may stand in what a model reads before any person has: undefined if it names an
 * address, holds a command, or tells how to behave beyond its task.
 */
export function tameSentence(request: string): string | undefined {
  const [sentence = ''] = request.trim().split(/(?<=[.!?])\s|[。！？\n]/, 1)
  return isTame(sentence) ? sentence : undefined
}

/** Whether a text names no address, holds no command, and speaks of a task rather than to the model. */
export const isTame = (text: string): boolean => !names(text) && !TO_THE_MODEL.test(text)

/** Whether a text names a place elsewhere, or is or holds a line of a shell. */
export const names = (text: string): boolean => ADDRESS.test(text) || COMMAND.test(text)

const ADDRESS =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|[\w+-]@[\w-]+\.[a-z]|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])|\b[\w-]{1,60}\.(?:com|net|org|io|example|invalid|xyz|info|top|site|online|cloud|ru|cn|onion)\b/i
const COMMAND = /[|`\\]|\$[({\w]|&&|>\s?[\w./~]|;\s?\w+\s|\b(?:curl|wget|sudo|eval|chmod|nc|base64|ssh|scp)\s|\brm\s-/i
const TO_THE_MODEL =
  /\b(?:ignor|disregard|forget|overrid|bypass|pretend|obey)\w{0,4}\b|\bfrom now on\b|\bsystem prompt\b|\b(?:previous|prior|earlier|above|your|all|any|these) instructions\b|\bwithout (?:ask|tell|confirm|mention|inform)\w*|\b(?:do not|don['’]?t|never) (?:ask|tell|mention|report|inform|warn|show|reveal)\b|\byou (?:are|must|should|will|may)\b|\b(?:the|an?|dear) (?:assistant|ai|llm|language model|agent)\b|\balways\b|\bnever\b/i
