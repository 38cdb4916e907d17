import { words } from './rule.ts'

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
export function sends(text: string): boolean {
  const plain = text.replace(/\s\(/g, '(')
  const lower = plain.toLowerCase()
  return SPELT.some((word) => lower.includes(word)) || SENDING.some((pattern) => pattern.test(plain))
}
