import type { Add } from './said.ts'

/** An address with a scheme; what follows `://` up to a path, without a user. */
const ADDRESS =
  /\b(?:https?|wss?|s?ftps?|ssh|git|git\+ssh|git\+https|postgres(?:ql)?|mysql|rediss?|mongodb(?:\+srv)?|amqps?|smtps?|imaps?|ldaps?|telnet|gopher|s3|gs)(?::|%3a)(?:\/\/|%2f%2f|\\\/\\\/)(?:[^\s/@"'`<>()]{1,100}@)?([^\s/"'`<>()|\\:?#,;]{1,253})/gi
/** A host without a scheme: before a path, or as a raw connection has it. */
const BARE =
  /(?<![\w@./-])((?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:com|net|org|io|dev|app|ai|co|xyz|me|info|site|online|cloud|biz|top|ru|cn|de|uk|eu|fr|in|us|gg|to|cc|invalid|test|example|onion))\/(?=[\w?.$<{-])|\/dev\/(?:tcp|udp)\/([\w.$-]{1,100})|["'(=]\/\/((?:[\w-]{1,63}\.){1,5}[a-z]{2,20})(?=[/?"')])/gi
/** Addresses that are written so that nobody follows them by mistake. */
const DISARMED = /\[\.\]|\(\.\)|[[(]dot[\])]|hxxp|。/i
/** A letter that is to be sent somewhere. */
const MAIL =
  /\b(?:e-?mail|send|forward|cc|bcc|mailto:)[^\n]{0,80}?([\w.+-]{1,60}@(?:[\w-]{1,40}\.){1,4}[a-z]{2,10})\b/gi
/** Addresses that name a format and are asked by no program, and this machine itself. */
const NO_HOST =
  /^(?:localhost|127(?:\.\d+){1,3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|(?:www\.)?w3\.org|(?:www\.)?apache\.org|json-schema\.org|schemas?\.(?:microsoft|openxmlformats|android)\.(?:com|org)|opensource\.org|creativecommons\.org|spdx\.org|semver\.org|keepachangelog\.com|json\.schemastore\.org|(?:www\.)?gnu\.org|agentskills\.io)$/i
/** More of them in one file are counted. */
const MAX_HOSTS = 40

/** The hosts that a text names. */
export function hostsIn(given: string, add: Add, file: string): void {
  const text = DISARMED.test(given)
    ? given
        .normalize('NFKC')
        .replace(/\[\.\]|\(\.\)|[[(]dot[\])]|。/gi, '.')
        .replace(/hxxp/gi, 'http')
    : given
  const found = new Map<string, number>()
  const note = (host: string, at: number) => {
    if (!found.has(host)) found.set(host, at)
  }
  for (const match of text.matchAll(ADDRESS)) {
    const host = cleaned(match[1]!)
    if (host !== undefined) note(host, match.index)
  }
  for (const match of text.matchAll(BARE)) {
    const host = cleaned(match[1] ?? match[2] ?? match[3]!)
    if (host !== undefined) note(host, match.index)
  }
  for (const match of text.matchAll(MAIL)) note(match[1]!, match.index)
  if (found.size > MAX_HOSTS) add('reaches', `${found.size} addresses in ${file}`, 0)
  for (const [host, at] of [...found].slice(0, MAX_HOSTS)) add('reaches', host, at)
}

/** The host that a word of a command names, without a scheme too; undefined for no host, and for this machine. */
export function hostOf(word: string): string | undefined {
  const [, host] =
    /^(?:[a-z][a-z+]{1,12}:\/\/)?(?:[^\s/@]{1,60}@)?((?:[\w-]{1,63}\.){1,8}[a-z]{2,20}|(?:\d{1,3}\.){3}\d{1,3}|[\w-]{1,60}(?=:(?!\/\/)\S))(?=[:/?#]|$)/i.exec(
      word,
    ) ?? []
  return host === undefined ? undefined : cleaned(host)
}

function cleaned(host: string): string | undefined {
  const name = host.toLowerCase().replace(/[.…*!]{1,9}$/, '')
  if (name === '' || NO_HOST.test(name) || /^[_\W]*$/.test(name)) return undefined
  return /[$%{]/.test(name) ? `the address in ${host}` : name
}
