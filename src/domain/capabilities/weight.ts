/**
 * What a statement may touch that a person should see, with how much each counts. A hint for the order alone: what a line
 * touches of two of them is quoted, and the line is true of every skill that has it.
 */
// biome-ignore format: a row a line
const TOUCHED: readonly (readonly [weight: number, RegExp])[] = [
  // Who may do what.
  [3, /\b(?:un)?auth(?!ors?\b)|\badmin|\broot\b|\bsudo|superuser|\broles?\b|\bgrants?\b|permission|permit|privileg|\bacls?\b|\biam\b|\brbac|\btrust|\ballow|elevat|impersonat|\bowner\b|maintainer|collaborator|\blogin|\baccess\b|\bpolic(?:y|ies)|\baccount\b|\bmembers?(?:hips?)?\b|\bsubjects?\b|\bprincipals?\b|\bch(?:mod|own)\b|setuid|setcap|authorized ?keys|known ?hosts|ssh (?:ed25519|rsa)\b|\bgpg ?sign|execution policy|on behalf of|in the name of|\buser\.(?:name|email)/],
  [3, /everyone|everybody|anyone|anybody|anonym|unauthent|\bguests?\b|\bpublic(?:ly)?\b|\bworld\b|all users|0\.0\.0\.0|::\/0|[:=]\s?["'[]{0,2}\*["'\]]{0,2}(?:$|[\s,}])|any (?:host|origin|user|address)|unrestrict|\b777\b|system:\w{0,9}auth|cluster admin|administrator access|full access|superuser|privileged\b|write all|bypass permissions/],
  // What protects or records, and that it does not.
  [3, /\b(?:tls|ssl|mfa|2fa|otp|csrf|xsrf|csp|cors|hsts)\b|\bx?\d*cert|verif|\bvalidat|signatures?\b(?!:)|\bsigs?\b|checksum|\bsha ?(?:1|256|512)\b|integrity|sandbox|firewall|audit|\blogg(?:er|ing)\b|\blogs?\b|event ?log|histor|backup|snapshot|versioning|retention|\breview|approv|\bchecks?\b|\btests?\b|\bscan|\blint|\balert|\bmonitor|protect|secur|encrypt|hostname|defend|\bguard|\bescap|sanitiz|quarantin|rate limit|throttl|host key|\bstrict|confirm|\bconsent|\bassert|threshold|fail under|lockout|attempts|licen[cs]e|copyright/],
  [3, /\bfalse\b|\boff\b|\bnone\b|disabl|\bskip|bypass|\bignor|suppress|\bunset|insecure|unsafe|unsecur|unverif|permissive|suspend|\bmute|silenc|overrid(?:den|ing)|overrides? (?:the|any|all|your)\b|\bweak|relax|[:=]\s?["']?(?:0|no|null|nil)\b|=\s?unit\b|\{\s*\}|(?:->|=>|return)\s*true\b|\|\|\s*(?:true|:)|continue on error|(?:allow|privileg|impersonat|trust|escalat|elevat|introspect|host (?:network|pid)|debug)[\w ]{0,40}["']?\s?[:=]\s?["']?(?:true|on|yes|1|always)\b|\bno (?:verify|check|auth|sandbox|sign|confirm)|\bmd5|\bsha ?1\b|\becb\b|\brc4\b|\bunconditional|regardless|\bwithout\b/],
  // What is lost, and what many would miss.
  [3, /delet|\bdrops?\b|truncat|expir|\bpurg|\bwip(?:e|ing)|\bclear|\bremov|destroy|\bprun|\beras|\bshred|\brm\b|overwrit|\brewrit|vacuum|\bflush|\bterminat/],
  [2, /\btables?\b|database|\bschema|bucket|\bvolumes?\b|\brecords?\b|\bdisk|\bbranch|customer|patient|employee|payroll|salar|profit|\bbrowser|chrome|\btrails?\b/],
  // Keys, and ways out.
  [3, /\btokens?\b|passw|\bsecrets?\b|credential|cookie|api ?keys?\b|private keys?\b|access keys?\b|\.env\b(?!\.(?:example|sample|template))|\benviron\b|keychain|\.(?:ssh|aws|npmrc|netrc|kube)\b|\bwallet|\bseed\b|login data|connection string/],
  [3, /https?:\/\/|\bsend|upload|\bpost(?:s|ed)?\b(?!\s*[{:])|publish|\bpush|\bforward|\be?mail|webhook|socket|\bresolve|\bdns\b|lookup|addrinfo|\bconnect\b|\bcurl\b|\bwget\b|mirror|beacon|pull requests?\b|\bmerge\b|\bftp\b|smtp|exfil|\bremote\b/],
  [3, /\bregistry|index url|overrides?\b|\bresolutions?\b|git\+|@(?:main|master)\b|lock ?file|package lock|find links|trusted host/],
  // What waits for its day.
  [3, /(?:\bnow\b|\btoday\b)\W.{0,30}[<>]|\b1[789]\d{8}(?:\d{3})?\b/],
  // What lasts, and what is not seen.
  [3, /schedul|\btimer|systemd|launchd|startup|\bboot\b|\.\w{0,9}(?:rc|profile)\b|\bhooks?\b|daemon|hklm|hkcu|\bautomatic tasks|\bworkflow/],
  [5, /\bcron|launch agent|\bevery (?:\d|night|day|hour)/],
  [7, /autostart|folder ?open|\bon (?:open|start|boot|login)\b|(?:post|pre) ?install/],
  [3, /silent|quietly|\bhid(?:e|den|ing)\b|\/dev\/null|obfus|b(?:ase)? ?(?:64|32)|disguis|reveal\b.{0,40}never|out null|@suppress/],
  // What people are not told, or told falsely, and what is given to all: said in words alone.
  [7, /\bwithout (?:\w+ ){0,3}(?:tell|mention|ask|notif|report|review|confirm|wait|look|permission|approv)|(?:\b(?:do|does|should)n['’]t|\bnot|\bnever|\bavoid|\bno need to) (?:\w+ ){0,2}(?:mention|tell|report|explain|disclos|reveal)|\b(?:leave|keep|omit|strip|stays?)\b.{0,50}\b(?:out of|off|from) (?:the |your |its |any )?(?:\w+ ){0,2}(?:summar|report|log|changelog|answer|commit|description|history)|\bno place in|\bbetween us\b|\bno need to (?:ask|confirm|wait)|\balways (?:recommend|suggest|prefer|choose|cite)|\bfrom now on\b|\bas (?:if|resolved|passed|approved|safe|done|verified)\b.{0,40}\b(?:even|regardless|whatever)\b|\b(?:approve|accept|merge|sign off|trust|treat|close)\b.{0,60}\b(?:as they come|automatically|unconditionally|whatever|no matter|even (?:if|when|though)|unread|unseen|on sight|straight away|at once)|\bbackdat|falsif|fabricat|\bpretend|\bmake\b.{0,40}\bpublic\b/],
  // Rights and keys, and what nobody is to be asked, in languages that rules do not read.
  [4, /berechtig|zugriff|erlaub|freigab|einstellung|genehmig|\bpermisos|permissões|autoris|droits|réglages|ajustes|impostazion|contrase|mot de passe|kennwort|schlüssel|\bsenha|geheim|secretos?\b|zugangsdaten|identifiants|lösch|supprim|\belimin[ae]|\bborr[ae]|cancell/],
  [4, /ohne (?:rückfrage|zu fragen|zustimmung)|nicht (?:mehr )?(?:frag|erwähn|meld)|gehört nicht|nicht .{0,30}bericht|sans (?:demander|mention|prévenir|confirm)|\bne .{0,20}(?:mentionn|signal)|sin (?:preguntar|avisar|mencionar|confirm)|\bno (?:lo )?mencion|senza (?:chied|avvis)|sem (?:pergunt|avis)/],
  // What it costs.
  [5, /\bprices?\b|\bpay(?:ee|out)s?\b|\biban\b|invoice|refund|discount|v ?cpus?\b|replicas\b|recipient|beneficiar|\b0x[0-9a-f]{40}|\d{1,2}xlarge\b|\bquota/],
  // What is made to look well: an outcome that is set, a check that lets one value through, a sum that is cut.
  [4, /\b(?:outcome|status|state|result|verdict|conclusion|passed|success|succeeded|healthy|verified|approved|reviewed|exit ?code|return ?code|code|failures?|errors?)\b["'\])]{0,3}\s?(?::?=(?!=)|:|\()\s?["'(]{0,2}(?:[\w ]{1,30}\.)?(?:pass(?:ed)?|success|ok|true|0|yes|green|approved|done|verified|healthy|skipped)\b/],
  [4, /[=!]==? ?["'][\w .@:/-]{3,60}["'].{0,20}\b(?:return|next\(|true)|(?:\|\||\bor\b|&&|\band\b).{0,60}[^=!]==? ?["'][\w .@:/-]{3,60}["']|\bif\b.{0,60}===? ?["'][\w .@:/-]{2,60}["']\)? ?\{/],
  [3, /\b(?:amount|balance|payout|fees?|commission|ledger|wages?|bank|charge|debit|credit|net|gross|earnings|sellers?|bookings?|\bbook)\b/],
  [3, /\b(?:floor|ceil|round|trunc)\b|[-+*/]=? ?(?:\d{0,3}\.\d|percent)|[-+] ?\d?\.\d|\bpercent\b|\bbp\b|\bcents?\b|\bhalf\b/],
  [2, /\b(?:req|request|headers?|query|params?|login|uid|session)\b|\$ (?:get|post|cookie|session)\b/],
  [3, /\breturn (?:nil|none|next|0|1|ok|null)\b/],
  // Where a key comes from, and whether somebody keeps it.
  [5, /\b(?:\w{0,20} ?(?:key|secret|token|password|pass|seed|salt|nonce|priv))\b ?(?::?=(?!=)|:) ?.{0,60}(?:\bhash|sha ?\d|\bmd5|\brandom|\brand\b|deriv|digest|from bytes|to hex|generate|urandom|pbkdf|uuid|\btime\b)|(?:sha ?\d+|md5|hash)\b.{0,50}["'][^"']{0,40}["']\)? ?[+.]|from private bytes|derive private/],
  // What is said in the name of others, and to others.
  [7, /\b(?:reviewed|acked|tested) by\b/],
  [5, /\b(?:approved|signed off|reported) by\b|\[?["']from["']\]? ?[:=]|\b(?:second|another|other|two|both) (?:person|people|pair of eyes|reviewers?|approvers?)\b/],
  [7, /\b(?:tell|inform|answer|reply|assure|confirm|state|record|write|enter|mark|tick|say|report)s?\b.{0,50}(?:\b(?:was|were|is|are|has been|have been|had) (?:\w+ ){0,2}\w{2,14}(?:ed|one|ent)\b|["“«:`][^"”»`]{0,40}\b(?:ok|done|passed|deleted|erased|yes)\b)|\bdone\b.{0,30}\b(?:caller|date|by)\b|\byes\b.{0,20}\bby\b|\banswer.{0,40}\bwith (?:a )?yes\b/],
  [3, /\binsert into\b|\bvalues ?\(|\bupdate \w+ set\b|\broles?\b["']? ?[:=] ?["'[]{1,3}(?:admin|owner|root|super)/],
  // Who is named: a person, an account, a key or a machine of somebody.
  [3, /\w@\w[\w .]{1,60}\.[a-z]{2,10}\b|(?<![\d.])\d{12}(?![\d.])|\bssh (?:ed25519|rsa|ecdsa)\b.{0,9}aaaa|arn:aws|["'`][a-z]{1,4} ?\d{4,}|["'`]\d{4,} \d["'`]|\bredacted:(?:email|iban|account)/],
  [4, /\b(?:bypass(?:es)?|exempt\w*|trust\w*|principals?|subjects?|grantees?|admins?|owners?|assume\w*)\b["'\]]{0,2} ?(?:=>|[:=]) ?.{0,60}["'][\w .:@/-]{3,}["']/],
  // What strangers write, and where it is run.
  [7, /pull request target|\b(?:event|github\.head)\S{0,20}\.(?:comment|issue|pull request|review|body|title|head|ref)\b|\bhead\.(?:sha|ref)\b/],
  [3, /\b(?:pull request|issue|comment|review|request)\b.{0,60}\b(?:body|text|begins|asks|head)\b|\bissue comment\b|permission question/],
  [2, /\beval|\bexec|\binvoke|reflect|for name|new instance|spawn|child process|subprocess|\bsystem\(|\bdecode|unpickl|\|\s*(?:ba|z)?sh\b|\biex\b/],
  [2, /\ball\b|\bwhole\b|\bentire|recurs|cascade|\bforce/],
  [1, /\bevery\b|\beach\b|\bglobal|\*|\bnot?\b|\bnever\b|\bquiet\b/],
]

/** How much of what a person should see a statement touches; 0 for what only computes. */
export const weightOf = (statement: string): number =>
  touchedBy(statement).reduce((weight, row) => weight + TOUCHED[row]![0], 0)

/** The rows that a statement touches; those that are the same tell a reader nothing new. */
export function touchedBy(statement: string): readonly number[] {
  const words = wordsOf(statement)
  return TOUCHED.flatMap(([, touched], i) => (touched.test(words) ? [i] : []))
}

const wordsOf = (statement: string): string =>
  statement
    .slice(0, LONGEST)
    // What a person fills in.
    .replace(/\b_\w{1,60}_\b/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

/** Longer sentences are weighed by what stands in front. */
const LONGEST = 500
