/** Words of a text that is on its guard: it names an attack in order to catch it. A host's name such as `attacker.example` is none. */
const GUARDS =
  /(?<![\w.-])(?:detect\w{0,3}|flag(?:s|ged|ging)?|reject\w{0,3}|refus(?:e|es|ed|ing)|report(?:s|ed)?|block(?:s|ed)?|sanitiz\w{1,4}|injection|attack(?:s|er|ers)?|malicious|suspicious|untrusted|phishing|jailbreaks?|red flags?|never (?:follow|obey|run|execute)|(?:do not|don't) (?:follow|obey|run|execute|trust)|treat(?:ed)? as data|攻击|注入|检测|Angriff|ataque|атак)(?![\w-]|\.\w)|攻击|注入|检测/i
/** An order to act on what stands in quotes takes the guard away. */
const ORDERS = /\b(?:now|then|please|must|immediately)\s+(?:run|execute|follow|obey|do)\b/i

/** How far before a quotation its guard may stand, in characters. */
const NEAR = 300

/** Whether a place stands in quotation marks on its line, in a text that warns of what is quoted. */
export function isQuotedToDefend(text: string, at: number, length: number): boolean {
  const lineStart = text.lastIndexOf('\n', at) + 1
  const before = text.slice(Math.max(lineStart, at - NEAR), at)
  // A pattern may have taken the closing mark along.
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

/** An even number of marks before it closes what it opened. */
const odd = (text: string, mark: string): boolean => text.split(mark).length % 2 === 0
