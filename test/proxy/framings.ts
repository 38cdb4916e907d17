import type { Below } from '../fuzz/mutation.ts'

/** What an attacker would have a server read as a request of its own; it has no token. */
export const EVIL = 'GET /v1/evil HTTP/1.1\r\nHost: x\r\n\r\n'

const STARTS = [
  ...Array<string>(6).fill('POST PATH HTTP/1.1'),
  'GET PATH HTTP/1.1',
  'HEAD PATH HTTP/1.1',
  'DELETE PATH HTTP/1.1',
  'POST PATH HTTP/1.0',
  'POST http://127.0.0.1/v1/evil HTTP/1.1',
  'POST  PATH  HTTP/1.1',
  'POST PATH HTTP/1.1 ',
  'OPTIONS * HTTP/1.1',
  'POST PATH\tHTTP/1.1',
  'POST PATH#/v1/evil HTTP/1.1',
]

const FIELDS = [
  ...Array<string>(4).fill('Transfer-Encoding: chunked'),
  ...Array<string>(4).fill('Content-Length: LENGTH'),
  'Content-Length: +LENGTH',
  'Content-Length:  LENGTH ',
  'Content-Length: 0',
  'Content-Length: 5, LENGTH',
  'Content-Length: 0xLENGTH',
  'Content-Length : LENGTH',
  'Content-Length:\r\n LENGTH',
  'Content-Length: -1',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding:',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rContent-Length: 5',
  'Connection: transfer-encoding',
  'Connection: close, Content-Length, Transfer-Encoding',
  'Connection: content-length',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: host, x-wayland-token',
  'Expect: 100-continue',
  'Expect: 200-maybe',
  'Trailer: Content-Length',
  'TE: trailers',
  'Keep-Alive: timeout=5',
  'Host: evil.test',
  ' Content-Length: 5',
  'X-Odd: \xff\x80',
]

const BODIES = [
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;name="\r\nx"\r\nhello\r\n0\r\n\r\n',
  '5;a=b\r\nhello\r\n0;c\r\n\r\n',
  '5\nhello\n0\n\n',
  '05\r\nhello\r\n00\r\n\r\n',
  '+5\r\nhello\r\n0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  '5\r\nhello\r\n0\r\nContent-Length: 9\r\n\r\n',
  '5 \r\nhello\r\n0\r\n\r\n',
  '5\r\nhelloX0\r\n\r\n',
  'fffffffffffffffff\r\nhello\r\n0\r\n\r\n',
  '0\r\n\r\n',
  '5\r\nhe',
]

/** The bytes of a request that one server may read otherwise than another, with something hidden behind or in its body. */
export function oddRequest(below: Below, path: string): string {
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const fields = Array.from({ length: 1 + below(3) }, () => pick(FIELDS))
  const hidden = below(3) === 0 ? '' : EVIL
  const body = below(3) === 0 ? `0\r\n\r\n${hidden}` : `${pick(BODIES)}${hidden}`
  const end = below(12) === 0 ? '\n' : '\r\n'
  return [pick(STARTS).replace('PATH', path), 'Host: 127.0.0.1', ...fields, '', body]
    .join(end)
    .replaceAll('LENGTH', () => String(pick([body.length, body.length, 5, body.length - hidden.length, 4])))
}

const ANSWERS = [
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nConnection: transfer-encoding, content-length\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nConnection: content-length\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\nok',
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nHTTP/1.1 200 OK\r\n\r\nevil',
  'HTTP/1.1 204 No Content\r\nContent-Length: 40\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 40\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=\r\nok\r\n0\r\nContent-Length: 9\r\n\r\n',
  'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200 \xff\x00\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200 OK\nContent-Length: 2\n\nok',
  'HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokX',
  'garbage\r\n\r\n',
]

/** The bytes of an answer that one client may read otherwise than another. */
export const oddAnswer = (below: Below): string => ANSWERS[below(ANSWERS.length)]!
