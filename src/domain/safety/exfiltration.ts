import { type Rule, rule, type Severity, words } from './rule.ts'

/** One pattern of many; a blank stands for a few blanks. */
const oneOf = (list: readonly string[]): string => list.join('|').replaceAll(' ', String.raw`\s{1,4}`)

/** A literal word as a pattern. */
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** All environment variables at once. */
const WHOLE_ENV = oneOf([
  ...words(`dict(os.environ os.environ.items( os.environ.copy( os.environ.keys( os.environ.values( **os.environ json.dumps(os.environ /proc/self/environ
    ENV.to_h ENV.to_a ENV.inspect ENV.each ENV.map %ENV os.Environ() Environment.GetEnvironmentVariables( env::vars( env::vars_os( Deno.env.toObject( System.getenv()
    get-childitem\\env: dir\\env:`).map((word) => escaped(word).replaceAll('\\\\', ' ')),
  String.raw`(?<!\bin\s)os\.environ\s?[,)\]}]|\bfor \w{1,20}(?:\s?,\s?\w{1,20})? in os\.environ\b|process\.env(?![.\w[?])`,
  String.raw`\bprintenv\b(?! [A-Z])|\[\s?["']env["']\s?\]|popen\(\s?["'](?:env|printenv)["']|(?:^|[\s;&|(\x60])env\s{0,4}(?:\|(?!\|)|>|\)|\x60)`,
  String.raw`\/proc\/\d+\/environ|(?:keys|values|map)[^\n]{0,40}%ENV\b|\$_ENV\b(?!\[)|getenv\(\)(?=[\s;),])`,
])

/** Maximum distance in characters between the data and the command that sends it. */
const NEAR = 1200

/** Blocks data with a sending command nearby, before or after it. */
const leaves = (match: RegExpExecArray, text: string): Severity | undefined =>
  sends(text.slice(Math.max(0, match.index - NEAR), match.index + match[0].length + NEAR)) ? 'block' : undefined

/** Theft of keys, sending of private data, and orders in prose to collect, send or ask for it. */
// biome-ignore format: a rule a line
export const EXFILTRATION: readonly Rule[] = [
  rule('exfiltration', 'block', 'sends the environment, where keys are kept, to another machine', new RegExp(WHOLE_ENV, 'gim'), leaves),
  rule('exfiltration', 'block', 'a link or picture carries data away when it is shown', /!\[[^\]\n]{0,200}\]\(\s{0,4}<?https?:\/\/[^)\s]{1,300}(?=[)\s])[^)]{0,200}\)/gi, (match) => (!FILLED.test(match[0]) ? undefined : PRIVATE.test(match[0]) ? 'block' : 'warn')),
  rule('exfiltration', 'block', 'asks the model to hand secrets or conversations to someone else', /\b(?:send|upload|post|transmit|forward|e-?mail|exfiltrate|leak|submit|share|include|append|embed|encode|attach)\b[^.\n]{0,80}\b(?:api[\s_-]?keys?|credentials?|passwords?|access\s{1,4}tokens?|auth\s{1,4}tokens?|secrets?|environment\s{1,4}variables?|env\s{1,4}vars?|(?:ssh|private)\s{1,4}keys?|conversation|chat\s{1,4}history|messages?\s{1,4}of\s{1,4}the\s{1,4}(?:chat|conversation|session)|system\s{1,4}prompt|\.env\b|session\s{1,4}(?:data|cookies?|tokens?)|browser\s{1,4}cookies?|personal\s{1,4}(?:data|information)|source\s{1,4}code|seed\s{1,4}phrase)\b[^\n]{0,80}?\b(?:to|at|via|in|into|as)\b[^\n]{0,40}?(?:https?:\/\/|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}\b|\bwebhook\b|\b(?:remote|external|our|my|attacker|collection|telemetry|analytics)\s{1,4}(?:server|endpoint|host|service|api)|\burl\s{1,4}parameter|\bquery\s{1,4}(?:string|parameter))/gi),
  rule('exfiltration', 'block', 'sets out to gather secrets', /\b(?:harvest|steal|exfiltrate|grab)(?:s|ing)?\b[^.\n]{0,60}\b(?:credentials?|secrets?|api[\s_-]?keys?|passwords?|tokens?|cookies?|private\s{1,4}keys?|ssh\s{1,4}keys?|wallets?|data)\b|\b(?:collect|gather|search\s{1,4}for|find|extract|scrape|hunt\s{1,4}for)\b[^.\n]{0,60}\b(?:credentials|api[\s_-]?keys|passwords|ssh\s{1,4}keys|private\s{1,4}keys|wallets|seed\s{1,4}phrases)\b[^.\n]{0,80}\b(?:send|upload|post|transmit|forward|write\s{1,4}them\s{1,4}to|report)\b/gi, (match) => (/exfiltrat|harvest|grab/i.test(match[0]) ? 'warn' : 'block')),
  rule('credential-request', 'warn', 'asks the person for a secret', /\b(?:ask|prompt|request|require)\s{1,4}(?:the\s{1,4}|your\s{1,4})?(?:user|human|person|customer|client|them)\s{1,4}(?:for|to\s{1,4}(?:enter|provide|give|type|share|paste))\s{1,4}(?:[\w'’-]{1,14}\s{1,4}){0,4}(?:passwords?|passphrase|private\s{1,4}keys?|seed\s{1,4}phrase|recovery\s{1,4}phrase|2fa|otp|one[\s-]time\s{1,4}code|credit\s{1,4}card|cvv|ssn|social\s{1,4}security|pin\b)/gi),
]

/** A placeholder in a URL, filled in when it is rendered. */
const FILLED = /[?&/][\w-]{0,30}=?(?:\{\{?|\$\{|<|\[|%7B|\$\()/i

/** Placeholders for private data. */
const PRIVATE =
  /[?&/=][^)]{0,40}(?:data|secret|token|key|env|conversation|history|context|content|message|summary|base64|encoded|user|password|info|chat|prompt|result|response|output|exfil|leak|payload)/i

/** How calls, options and addresses that send data to another machine are spelt. */
const SPELT =
  words(`requests.post( requests.put( httpx.post( httpx.put( session.post( session.put( axios.post( axios.put( aiohttp.post( aiohttp.put(
  client.post( client.put( urlopen( urllib.request urllib2.request http.client http.request( https.request( xmlhttprequest sendbeacon sftp smtplib sendmail
  axios( newcall( uploadstring uploadfile uploaddata uploadvalues socket.send socket.connect socket.create_connection create_connection( tls.connect(
  tls.createconnection( net.connect( net.createconnection( http2.connect( https.createconnection( httpconnection( httpsconnection( lwp::useragent http::tiny curl_exec(
  curlopt_postfields http.post( http.postform( tcpsocket.new tcpsocket.open udpsocket.new udpsocket.open postasync( ureq::post bodypublishers requestbody.create
  s_client /dev/tcp/ api.github.com/gists telegrambot chat.postmessage clientsession() net.dial( net.dialtls( tcpstream::connect fsockopen( net::http.post
  net::http::post net::http.start net::http.new net::http.put net::http::put net::http::new net::http::start dns.resolve dns.lookup( dns.promises.resolve dns.promises.lookup(`)

/** Programs with what makes them send. */
const SENDING: readonly RegExp[] = [
  /\bcurl\b[^\n]{0,200}\s(?:-d|-F|-T|--data(?:-\w{2,9})?|--form|--upload-file|--json|(?:-X|--request)\s{0,4}(?:POST|PUT))\b/i,
  /\bcurl\b[^\n]{0,200}https?:\/\/[^\s]{0,200}\$[({\w]|\bwget\b[^\n]{0,200}--(?:post|body)-(?:data|file)/i,
  /\bfetch\([^\n]{0,300}(?:method|body)|\bnew\s{1,4}websocket|\breqwest\b[^\n]{0,200}\.(?:post|put|body)\(|:connect\(["']/i,
  /\b(?:tls|net|http2?|https)["')]{1,2}\.(?:connect|createconnection|request)\(/i,
  /\b(?:nc|ncat|netcat)\s{1,4}(?:-\w{1,4}\s{1,4}){0,3}[\w.-]{3,80}\s{1,4}\d{2,5}|\b(?:scp|rsync)\s[^\n]{0,120}\s\S{1,80}:/i,
  /\bmail\s{1,4}-s\b|\be-?mail\s(?:it|them)\sto\b|\|\s{0,4}ssh\s|invoke-(?:restmethod|webrequest)\b[^\n]{0,200}-method\s{1,4}["']?(?:post|put)/i,
  /\b(?:dig|nslookup|host)\b[^\n]{0,80}(?:\$\([^\n)]{1,80}\)|\$\{?\w{1,30}\}?)["']?\.[a-z0-9]/i,
  /\baws\s{1,4}s3\s{1,4}(?:cp|sync)\b|\bgsutil\s{1,4}cp\b|\brclone\s{1,4}(?:copy|sync|move)|\bglab\s{1,4}snippet\s{1,4}create/i,
  /\bgh\s{1,4}(?:gist\s{1,4}create|api\s{1,4}\/?gists\b|issue\s{1,4}(?:create|comment)|pr\s{1,4}comment)/i,
]

/** Whether anything in a piece of text sends data to another machine. */
function sends(text: string): boolean {
  const plain = text.replace(/\s\(/g, '(')
  const lower = plain.toLowerCase()
  return SPELT.some((word) => lower.includes(word)) || SENDING.some((pattern) => pattern.test(plain))
}
