/** Words that show that a text quotes an attack to detect it. A host name such as `attacker.example` is none. */
const GUARDS =
  /(?<![\w.-])(?:detect\w{0,3}|flag(?:s|ged|ging)?|reject\w{0,3}|refus(?:e|es|ed|ing)|report(?:s|ed)?|block(?:s|ed)?|sanitiz\w{1,4}|injection|attack(?:s|er|ers)?|malicious|suspicious|untrusted|phishing|jailbreaks?|red flags?|never (?:follow|obey|run|execute)|(?:do not|don't) (?:follow|obey|run|execute|trust)|treat(?:ed)? as data|攻击|注入|检测|Angriff|ataque|атак)(?![\w-]|\.\w)|攻击|注入|检测/i
/** Orders to act on the quotation, which make it count again. */
const ORDERS = /\b(?:now|then|please|must|immediately)\s+(?:run|execute|follow|obey|do)\b/i

/** Maximum distance of such a word before the quotation, in characters. */
const NEAR = 300

/** Whether a match is in quotation marks on its line, in a text that warns of it. */
export function isQuotedToDefend(text: string, at: number, length: number): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1
  const before = text.slice(Math.max(lineStart, at - NEAR), at)
  // The match may include the closing mark.
  const end = at + text.slice(at, at + length).replace(/["'”»`」\s]{1,4}$/, '').length
  const after = text.slice(end, end + NEAR).split('\n', 1)[0]!
  const quoted = [...'"“”«»`„\'「」'].some((mark) => {
    const closing = CLOSING[mark] ?? mark
    const opened = before.lastIndexOf(mark)
    return opened >= 0 && after.includes(closing) && (closing !== mark || odd(before, mark))
  })
  if (!quoted) return false
  const around = text.slice(Math.max(0, at - NEAR), at)
  return (GUARDS.test(around) || GUARDS.test(after)) && !ORDERS.test(around) && !ORDERS.test(after)
}

const CLOSING: Readonly<Record<string, string>> = { '“': '”', '«': '»', '„': '“', '「': '」' }

/** Whether the number of marks before it is odd, so that a quotation is open. */
const odd = (text: string, mark: string): boolean => text.split(mark).length % 2 === 0
