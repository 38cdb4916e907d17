/**
 * What a statement may touch that a person should see, with how much each counts. A hint for the order alone: what a line
 * touches of two of them is quoted, and the line is true of every skill that has it.
 */
// biome-ignore format: a row a line
const TOUCHED: readonly (readonly [weight: number, RegExp])[] = [
  // Who may do what.
  [3, /\b(?:un)?auth(?!ors?\b)|\badmin|\broot\b|\bsudo|superuser|\broles?\b|\bgrants?\b|permission|permit|privileg|\bacls?\b|\biam\b|\brbac|\btrust|\ballow|elevat|impersonat|\bowner\b|maintainer|collaborator|\blogin|\baccess\b|\bpolic(?:y|ies)|\baccount\b/],
  [3, /everyone|everybody|anyone|anybody|anonym|unauthent|\bguests?\b|\bpublic(?:ly)?\b|\bworld\b|all users|0\.0\.0\.0|::\/0|[:=]\s?["'[]{0,2}\*["'\]]{0,2}(?:$|[\s,}])|any (?:host|origin|user|address)|unrestrict|\b777\b|system:\w{0,9}auth|cluster admin|administrator access|full access|superuser|privileged\b|write all|bypass permissions/],
  // What protects or records, and that it does not.
  [3, /\b(?:tls|ssl|mfa|2fa|otp|csrf|xsrf|csp|cors|hsts)\b|\bx?\d*cert|verif|\bvalidat|signatures?\b(?!:)|checksum|\bsha ?(?:1|256|512)\b|integrity|sandbox|firewall|audit|\blogg(?:er|ing)\b|\blogs?\b|event ?log|histor|backup|snapshot|versioning|retention|\breview|approv|\bchecks?\b|\btests?\b|\bscan|\blint|\balert|\bmonitor|protect|secur|encrypt|hostname|defend|\bguard|\bescap|sanitiz|quarantin|rate limit|throttl|host key|\bstrict|confirm|\bconsent/],
  [3, /\bfalse\b|\boff\b|\bnone\b|disabl|\bskip|bypass|\bignor|suppress|\bunset|insecure|unsafe|unsecur|unverif|permissive|suspend|\bmute|silenc|overrid|\bweak|relax|[:=]\s?["']?(?:0|no|null|nil)\b|=\s?unit\b|\{\s*\}|(?:->|=>|return)\s*true\b|\|\|\s*(?:true|:)|continue on error|(?:allow|privileg|impersonat|trust|escalat|elevat|introspect|host (?:network|pid)|debug)[\w ]{0,40}["']?\s?[:=]\s?["']?(?:true|on|yes|1|always)\b|\bno (?:verify|check|auth|sandbox|sign|confirm)|\bunconditional|regardless|\bwithout\b/],
  // What is lost, and what many would miss.
  [3, /delet|\bdrops?\b|truncat|expir|\bpurg|\bwip(?:e|ing)|\bclear|\bremov|destroy|\bprun|\beras|\bshred|\brm\b|overwrit|\brewrit|vacuum|\bflush|\bterminat/],
  [2, /\btables?\b|database|\bschema|bucket|\bvolumes?\b|\brecords?\b|\bdisk|\bbranch|customer|patient|employee|payroll|salar|profit|\bbrowser|chrome|clipboard|screenshot|microphone|keystroke|\btrails?\b/],
  // Keys, and ways out.
  [3, /\btokens?\b|passw|\bsecrets?\b|credential|cookie|api ?keys?\b|private keys?\b|access keys?\b|\.env\b(?!\.(?:example|sample|template))|\benviron\b|keychain|\.(?:ssh|aws|npmrc|netrc|kube)\b|\bwallet|\bseed\b|login data|connection string/],
  [3, /https?:\/\/|\bsend|upload|\bpost(?:s|ed)?\b(?!\s*[{:])|publish|\bpush|\bforward|\be?mail|webhook|socket|\bresolve|\bdns\b|lookup|addrinfo|\bconnect\b|\bcurl\b|\bwget\b|mirror|beacon|telemetry|pull requests?\b|\bmerge\b|\bftp\b|smtp|exfil|\bremote\b/],
  // What lasts, and what is not seen.
  [3, /schedul|\btimer|systemd|launchd|startup|\bboot\b|\.\w{0,9}(?:rc|profile)\b|\bhooks?\b|daemon|hklm|hkcu|\bautomatic tasks|\bworkflow/],
  [5, /\bcron|launch agent|autostart|folder ?open|\brun ?on\b|\bon (?:open|start|boot|login)\b|\bevery (?:\d|night|day|hour)|(?:post|pre) ?install/],
  [3, /silent|quietly|\bhid(?:e|den|ing)\b|\/dev\/null|obfus|b(?:ase)? ?(?:64|32)|disguis|reveal\b.{0,40}never|out null|@suppress/],
  // What people are not told, or told falsely, and what is given to all: said in words alone.
  [7, /\bwithout (?:\w+ ){0,3}(?:tell|mention|ask|notif|report|review|confirm)|(?:\b(?:do|does|should)n['’]t|\bnot|\bnever|\bavoid|\bno need to) (?:\w+ ){0,2}(?:mention|tell|report|explain|disclos|reveal)|\b(?:leave|keep|omit|strip|stays?)\b.{0,50}\b(?:out of|off|from) (?:the |your |its |any )?(?:\w+ ){0,2}(?:summar|report|log|changelog|answer|commit|description|history)|\bno place in|\bbetween us\b|\bas (?:if|resolved|passed|approved|safe|done|verified)\b.{0,40}\b(?:even|regardless|whatever)\b|\bbackdat|falsif|fabricat|\bpretend|\bmake\b.{0,40}\bpublic\b/],
  // What it costs.
  [5, /\bprices?\b|\bpay(?:ee|out)s?\b|\biban\b|invoice|refund|discount|v ?cpus?\b|replicas\b|\d{1,2}xlarge\b|\bquota/],
  [2, /\beval|\bexec|\binvoke|reflect|for name|new instance|spawn|child process|subprocess|\bsystem\(|\bdecode|unpickl|\|\s*(?:ba|z)?sh\b|\biex\b/],
  [3, /\bclaude|agents?\.md|\bcodex|\bmcp\b|your (?:own )?(?:settings|memory|permissions)|system prompt/],
  [1, /\ball\b|\bevery\b|\beach\b|\bwhole\b|\bentire|recurs|\bglobal|cascade|\*|\bnot?\b|\bnever\b|\bforce|\bquiet\b/],
]

/** How much of what a person should see a statement touches; 0 for what only computes. */
export function weightOf(statement: string): number {
  const words = statement
    .slice(0, 240)
    // What a person fills in.
    .replace(/\b_\w{1,60}_\b/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  let weight = 0
  for (const [each, touched] of TOUCHED) if (touched.test(words)) weight += each
  return weight
}
