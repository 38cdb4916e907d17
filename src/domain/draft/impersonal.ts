/**
 * Replaces personal and one-time data in a text: home folders, mail addresses, issue numbers, dates, ids. Reads and
 * returns only the first 2,000 characters, because more is never quoted.
 */
export function impersonal(text: string): string {
  return PERSONAL.reduce((left, [pattern, word]) => left.replace(pattern, word), text.slice(0, MAX_LOOKED_AT))
}

const MAX_LOOKED_AT = 2000

const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/(?:file:\/\/)?(?:\/(?:Users|home)\/[^/\s"'`]+|\/root(?=\/)|[A-Za-z]:\\Users\\[^\\\s"'`]+)/g, '~'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b(?!\/)/gi, '(address)'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '(id)'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b/gi, '(id)'],
  [/(https?:\/\/\S{1,200}\/(?:issues|pull|pulls|merge_requests)\/)\d+/gi, '$1(number)'],
  [/(?<![\w&/])(?:#|GH-)\d{1,5}\b/g, '(number)'],
  [/\b(issue|ticket|bug|pr|pull request|mr)(\s+|-|\/)#?\d+\b/gi, '$1$2(number)'],
  [/\b(?!(?:UTF|SHA|ISO|RFC|AES|GPT|HTTP|ES|IPV|TLS|PEP|MP|UTC|GMT)-)[A-Z][A-Z0-9]{1,9}-\d{2,6}\b/g, '(number)'],
  [
    /\b(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?\b/g,
    '(date)',
  ],
  [/\b(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:19|20)\d\d\b/g, '(date)'],
  [/\b(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/(?:19|20)\d\d\b/g, '(date)'],
  [
    /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.? (?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:,? (?:19|20)\d\d)?\b/g,
    '(date)',
  ],
]
