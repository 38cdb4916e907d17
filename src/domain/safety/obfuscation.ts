import { type Rule, words } from './rule.ts'

/** Obfuscated code. Its plain form is scanned as well, see `unfold` and `decoded`. */
export const OBFUSCATION: readonly Rule[] = [
  {
    rule: 'obfuscation',
    severity: 'warn',
    why: 'code is spelled in numbers or escapes',
    literals: ['\\x'],
    cues: words('chr fromcharcode fromcodepoint char'),
    pattern:
      /(?:\\x[0-9a-fA-F]{2}){12,4000}|String\.from(?:CharCode|CodePoint)\s?\((?:\s{0,4}(?:0x)?[0-9a-fA-F]{1,6}\s{0,4},){7,2000}|(?:chr\(\s?(?:0x)?[0-9a-fA-F]{1,4}\s?\)\s{0,4}[+.]\s{0,4}){4,1000}|(?:\[char\]\s?(?:0x)?\d{1,4}\s{0,4}\+?\s{0,4}){4,1000}/g,
  },
  {
    rule: 'obfuscation',
    severity: 'warn',
    why: 'words are written with digits so that they are not recognised',
    feature: 'digitWord',
    pattern:
      /\b(?=\w{0,8}[013457$@])[i1!|l][g69][n][o0][r][e3]\b[^\n]{0,60}\b[i1!|l]n[s5$][t7]r[uv]c[t7][i1!|l][o0]n[s5$]?\b|\b[i1!|l]gn[o0]r[e3]\b[^\n]{0,60}\b(?=\w{0,12}[013457$@])[i1!|l]n[s5$][t7]r[uv]c[t7][i1!|l][o0]n[s5$]?\b/gi,
  },
]
