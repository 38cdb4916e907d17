import {
  afterScheme,
  besideUser,
  cookies,
  credentials,
  isChosen,
  isRandomWord,
  named,
  urlPassword,
  userPassword,
} from './judge.ts'
import { isAccount, isCard, isPaid, isPersonal, isPhone } from './numbers.ts'
import { type Rule, rule, secretOf } from './rule.ts'

/** Told by what stands around them: headers and URLs, settings that no operator joins to their names, statements, calls, pipes. */
// biome-ignore format: a row a rule
export const ANYWHERE: readonly Rule[] = [
  // What HTTP carries.
  rule('authorization', 'earer |asic ', /\b(?:bearer|basic)[ \t]{1,4}(?:\\?["'])?([A-Za-z0-9._~+/=-]{6,4096}(?::[A-Za-z0-9]{16,64})?)/gi, afterScheme),
  rule('authorization', 'uthorization|UTHORIZATION', /\bauthorization(?:\\?["'`])?[ \t]{0,4}[:=,][ \t]{0,4}(?:\\?["'`])?(?:[A-Za-z0-9-]{2,24}[ \t]{1,4})?([^\s"'`,;\\]{6,4096})/gi, credentials),
  rule('cookie', 'ookie|OOKIE', /\b(?:set-)?cookie(?:\\?["'`])?[ \t]{0,4}:[ \t]{0,4}(?:\\?["'`])?([^\s"'`=;[]{1,80}=[^\r\n"'`]{6,4096})/gi, cookies),
  rule('url-password', '://', /:\/\/([^\s/:@"'`<>]{0,200}):([^\s/"'`<>]{1,256})@/g, urlPassword),
  rule('url-password', '@tcp(|@unix(', /([^\s/:@"'`<>]{1,64}):([^\s"'`<>]{1,256})@(?:tcp|unix)\(/g, urlPassword),
  rule('url-token', '://', /:\/\/([^\s/:@"'`<>]{16,256})(?=(?::[^\s/"'`<>]{1,256})?@)/g, secretOf(16)),
  // A name and its value: an element of XML, the line below `password: |`, settings in lists, arguments, `config set`, `password%3D…`.
  rule('password', '</', /<(?:[\w-]{1,30}:)?([\w.-]{2,64})(?:\s[^<>]{0,200})?>(?:\s{0,40}<value>)?([^<>]{3,256})(?=<\/)/gi, named),
  rule('password', ': >|: |', /(?<![\w.-])([\w.-]{2,64})["']?[ \t]{0,4}: [|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}([^\s"'`][^\r\n]{2,256})/g, named),
  rule('password', 'value', /\b(?:name|key)["']?: ?["']?([\w.-]{2,64})["']?,?\s{1,40}["']?value["']?: ?["']?([^\s"'`][^\r\n"']{2,256})/g, named),
  rule('password', `', |", `, /["']([\w.-]{2,64})["'], ?["']((?=[^"'\s]{0,200}\d)(?=[^"'\s]{0,200}[A-Za-z])[^"'\s]{6,256})["']/g, named),
  rule('password', 'set|ENV ', /\b(?:conf(?:ig(?:ure)?)? set|set -\w{1,4}|setx|setenv|ENV) ([\w.:/-]{2,64}) ["']?([^\s"'`]{3,256})/g, named),
  rule('password', '%3D|%3A|%3d|%3a', /(?<![\w-])(?:%22)?([A-Za-z_][\w-]{1,63}?)(?:%22)?%3[AaDd](?:%22)?((?:[^\s%&"'<>]|%(?!2[26]|3[Bb]|0[AaDd])[0-9A-Fa-f]{2}){3,512})/g, named),
  // Files of passwords: netrc, pgpass, htpasswd and /etc/shadow.
  rule('password', 'login ', /\blogin[ \t]{1,8}\S{1,100}\s{1,20}password\s{1,8}([^\s"'`]{3,256})/g),
  rule('password', ':5432:|:*:', /(?<![^\s"'`])[\w.*-]{1,100}:(?:\d{4,5}|\*):[A-Za-z*][^:\s]{0,63}:[^:\s]{1,64}:([^\s:"'`]{4,256})/g),
  rule('password-hash', '$apr1$|$1$|$2a$|$2b$|$2y$|$5$|$6$|$y$|$argon2', /(\$(?:apr1|2[aby]|[156y]|argon2(?:id|i|d))\$[^\s:"'`]{16,200})/g, (value) => !/[<{*]|\$$/.test(value)),
  // Statements, calls and pipes.
  rule('password', 'chpasswd', /\becho[ \t]{1,4}["']?[\w.-]{1,64}:([^\s"'`|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/g),
  rule('password', 'DENTIFIED|dentified', /\bidentified\s{1,4}(?:with\s{1,4}\S{1,40}\s{1,4})?by\s{1,4}(?:password\s{1,4})?["']([^"'\s]{3,256})["']/gi),
  rule('password', 'PASSWORD|assword', /\b(?:with|encrypted|set|role|user)\s{1,4}(?:\S{1,64}\s{1,4}){0,2}?password\s{1,4}(?:=\s{0,4})?N?["']([^"'\s]{3,256})["']/gi),
  rule('password', 'echo ', /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{4,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-\w{0,4}S|(?:docker|podman|gh|glab|helm|vercel|netlify|wrangler|fly|flyctl|vault|pass|npx|heroku)[ \t][^\n|]{0,60}?\b(?:login|auth|registry|secrets?|env|kv|insert)\b)/g),
  rule('password', 'echo ', /\becho[ \t]{1,4}(?:-[ne]{1,2}[ \t]{1,4})?["']?([^\s"'`|]{10,256})["']?[ \t]{0,4}\|/g, isChosen),
  // What a provider of mail makes for one program.
  rule('password', 'pass', /pass\w{0,12}["']?\s?[:=]\s?["']?((?:[a-z]{4} ){3}[a-z]{4})(?!\w)/gi),
  rule('password', '-b |--cookie', /\s(?:-b|--cookie)[ \t=]{1,2}["'][^\s"'`=;]{1,80}=([^\r\n"'`]{12,4096})["']/g, secretOf(12)),
  rule('password', '/p:', /\s\/p:["']?([^\s"'`]{3,256})/g, secretOf(4)),
  // `reg add KEY /v DefaultPassword /d VALUE`
  rule('password', 'assword', /\s\/v[ \t]{1,4}["']?\w{0,30}password\w{0,30}["']?[ \t][^\n]{0,80}?\/d[ \t]{1,4}["']?([^\s"'`]{3,256})/gi),
  rule('password', 'ogin(', /\blogin\(\s?["']([^"'\s]{20,256})["']\s?\)/g, secretOf(20)),
  rule('password', 'SecureString', /\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?\\?["']?([^\s"'`\\-][^\s"'`\\]{2,256})/g),
  rule('password', 'net use', /\bnet[ \t]{1,4}use(?:r[ \t]{1,4}["']?[\w.\\-]{1,64}["']?|(?:[ \t]{1,4}[A-Za-z*]:?)?[ \t]{1,4}\\\\[\w.$\\-]{1,100})[ \t]{1,4}["']?([^\s"'`/*][^\s"'`]{3,128})/g),
  rule('password', 'auth |login |token ', /\b[a-z][\w-]{1,20}[ \t](?:[\w-]{1,20}[ \t])?(?:auth|login|(?:add-)?(?:auth)?token)[ \t]{1,4}["']?((?=(?:[A-Za-z_-]{0,40}\d){5})[\w-]{24,256})(?![\w./:@-])/g, secretOf(24)),
  rule('password', 'user |password |passphrase |passwd ', /\b(?:(?:add|create)_?user|(?:change|set)_password|\w{1,16}_pass(?:phrase|wd))[ \t]{1,4}["']?[\w.@-]{1,64}["']?[ \t]{1,4}["']?([^\s"'`-][^\s"'`]{5,256})/g, secretOf(6)),
  rule('password', 'sqlplus|impdp|expdp|jdbc:', /\b(?:jdbc:oracle:thin:|(?:sqlplus|impdp|expdp)[ \t](?:[^\n]{0,80}?[ \t])?)[^\s/:@"'`]{1,64}\/([^\s"'`@/]{3,128})@/g),
  // A file of a user and a password, a line each.
  rule('password', 'echo -e|printf', /\b(?:echo[ \t]-e|printf)[ \t]["'][\w.@-]{1,64}\\n([^\s"'`\\]{6,256})(?:\\n)?["'][ \t]{0,4}[>)]/g, secretOf(6)),
  // `Client("account", "token")`
  rule('password', 'lient|redential|uth', /\b\w{0,30}(?:Client|Credentials?|Auth)(?:\.\w{1,20})?\s?\(\s?["'][\w.@-]{1,100}["']\s?,\s?["']((?=(?:[A-Za-z_-]{0,40}\d){5})[\w-]{24,256})["']/g, secretOf(24)),
  rule('password', 'pass|key |psk ', /\b(?:nmcli|rclone|netsh|ipmitool|wpa_cli)[ \t][^\n]{0,200}[ \t](?:password|pass|psk|key)[ \t]{1,4}["']?([^\s"'`]{5,256})/g, secretOf(5)),
  // What a script types where a program asks.
  rule('password', 'assword', /assword:?[^\n]{0,6}["']\)?\s?;?\s{0,8}(?:\w{1,20}\.)?send(?:line)?[ (]{1,2}["']([^"'\s\\]{4,256})/gi),
  // `login("user", "password")`
  rule('password', 'ogin|og_in|ign|uth', /(?:\b(?:log_?in|sign_?in|authenticate)\w{0,12}\s?|basic_?auth\w{0,12}\s?|\bauth\s?=\s?)\(\s?["'][^"'\n]{1,100}["']\s?,\s?["']([^"'\s]{4,256})["']/gi, secretOf(4)),
  // A word as people choose for passwords, after a flag or beside an account.
  rule('password', ' -| /', / (?:-[A-Za-z][ \t]{1,4}|-[pP]|\/\w{1,2}[ \t:]{1,2})["']?([^\s"'`]{10,64})/g, isChosen),
  rule('user-password', 'creds|redentials|ogin|og in', /\b(?:log ?in|creds|credentials?)\b[^\n]{0,60}?[\s"'(][\w.@-]{2,64} \/ ["'`]?([^\s"'`]{10,200})/gi, isChosen),
]

/** In sentences, with other words between name and value, and phrases that are secrets as a whole. */
// biome-ignore format: a row a rule
export const SENTENCES: readonly Rule[] = [
  rule('password', ' for | of | on | at | in ', /\b(?:pass(?:word|phrase|wd|code)|api key|token|secret) (?:for|of|on|at|in) [^\s"'`]{1,60}(?: [^\s"'`]{1,30}){0,2}? (?:is|was|=) ?["'`]?([^\s"'`]{5,200})/gi, secretOf(5)),
  rule('password', 'contrase|clave|enha|mot de|wort|assword', /(?:contrase[nñ]a|\bclave|senha|mot de passe|password|(?:pass|kenn)wort)(?: [^\s"'`]{1,30}){1,4}? (?:es|est|é|è|ist|lautet):? ?["'`«„]?([^\s"'`«»„“]{5,200})/gi, secretOf(5)),
  // "the pw …": a blank alone stands between, so that only what no word looks like counts. In other languages with up to
  // three words between: the verbs of all of them are not known.
  rule('password', 'pw |pwd |assword |clave |contrase|salasana|senord|achtwoord|wort |mot de|senha|hasł|heslo|jelsz|passord|adgangskode|parol|lozink|ifre|парол', /(?<![\p{L}\p{N}])(?:(?:pwd?|password|clave)(?= ["'`]?[^\s.]{8,64}(?!\.?[^\s"'`,.;)]))|(?:contrase[nñ]a|salasana|lösenord(?:et)?|wachtwoord|passwort|kennwort|mot de passe|senha|hasł[oa]|heslo|jelszó|passord(?:et)?|adgangskode[nr]?|parol[ae]?|lozinka|şifre|пароль)(?: \p{L}{1,12}){0,3}:?) ["'`„]?((?=[^\s"'`]{0,60}[a-z])(?=[^\s"'`]{0,60}\d)(?![^\s"'`]{1,60}\.[a-z]{2,4}(?![\w.]))[A-Za-z0-9!@#$%^&*_+.-]{7,63}[A-Za-z0-9!@#$%^&*_+-])(?![^\s"'`,.;)“])/giu),
  // The text of the code that a phone reads to join a network.
  rule('password', 'WIFI:', /\bWIFI:[^\n]{0,120}?\bP:"?([^;"\n]{4,63})/g),
  rule('password', 'og in|ogin', /\blog ?in (?:as )?[\w.@-]{2,64} (?:with|using|and|\/) ["'`]?([^\s"'`]{6,200})/gi, secretOf(6)),
  rule('password', ' as ', /["'`\s]([^\s"'`]{5,200})["'`]? as (?:the |a |my |your |its |new ){0,2}(?:\w{1,12} )?(?:password|passphrase|secret|token|api key)\b/gi, secretOf(5)),
  rule('code', 'code|Code|PIN|pin|OTP|otp|2FA', /(?<!\w|\w-)(?:t?otp|pin|2fa|(?:one[- ]time|verification|security|login|sign-in|2fa|mfa|otp|sms|authentication|authenticator|confirmation) (?:pass)?(?:code|pin))["']?(?: is| was|:| =|=) ?["'`]?(\d[\d -]{2,9}\d)(?!\w|\.\d)/gi),
  rule('code', 'ackup|ecovery', /\b(?:backup|recovery) codes?(?: is:?| are:?|:| =|=) ?["'`]?([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3})(?![\w-])/gi),
  // A list of codes, each for one use.
  rule('code', 'ackup|ecovery', /\b(?:backup|recovery) codes?\b[^\n]{0,60}\n{1,3}((?:[ \t>*-]{0,6}(?:[0-9]{1,2}[.)] )?[a-z0-9]{4,10}(?:[ -][a-z0-9]{4,10}){0,3}[ \t]{0,4}(?:\n|$)){2,16})/gi, (value) => /\d[a-z]|[a-z]\d|\d{4}/i.test(value)),
  rule('token', 'oken |key |ecret ', /\b(?:[Ss]ecret|[Tt]oken|[Kk]ey) ["'`]?([A-Za-z0-9_-]{20,128})(?![\w./:@-])/g, isRandomWord),
  // A sentence of twelve words has one of those that no list of words for a seed has.
  rule('seed-phrase', 'seed|Seed|SEED|nemonic|NEMONIC|ecovery|allet', /\b(?:seed|recovery|mnemonic|backup|wallet)\b[^\n]{0,80}?[:=]\s{1,4}["'`]?((?:(?!(?:the|and|for|with|from|that|are|not|was|its|has|have|but|then)\s)[a-z]{3,8}\s{1,3}){11,23}[a-z]{3,8})(?![\w-])/gi),
]

/** A password after a flag of a program. */
const argument = (cues: string, program: string, flag: string): Rule =>
  rule(
    'password',
    cues,
    new RegExp(
      String.raw`\b(?:${program})[ \t](?:(?:[^\n|;"']|"[^"\n]{0,200}"|'[^'\n]{0,200}'){0,200}?[ \t])?${flag}["']?([^\s"'\x60-][^\s"'\x60]{2,256})`,
      'g',
    ),
  )

/** Passwords among the arguments of known programs, and after `-p` beside a user. */
// biome-ignore format: a row a rule
export const ARGUMENTS: readonly Rule[] = [
  argument('mysql|mariadb|7z', 'mysql(?:dump|admin)?|mariadb(?:-dump|-admin)?|7z[ar]?', '-p'),
  argument('mongo|sshpass', 'mongo(?:sh|dump|restore|export|import)?|sshpass', '-p[ \\t]{0,4}'),
  argument('zip', '(?:un)?zip', '-\\w{0,4}P[ \\t]{1,4}'),
  argument('ldap', 'ldap(?:search|add|modify|delete|passwd|whoami)', '-w[ \\t]{1,4}'),
  argument('lftp', 'lftp', '-u[ \\t]{1,4}[\\w.@-]{1,64},'),
  argument('redis-cli', 'redis-cli', '-a[ \\t]{1,4}'),
  argument('codecov', 'codecov(?:\\.io/bash\\))?', '-t[ \\t]{1,4}'),
  argument('http', 'https?', '(?:-a|--auth)[ \\t=]{1,4}["\']?[\\w.@-]{1,64}:'),
  rule('password', 'pass ', /[ \t]-(?:store|key|src|dest|dst)(?:store)?pass[ \t]{1,4}["']?([^\s"'`-][^\s"'`]{2,256})/g),
  rule('password', '-U|--user', /[ \t](?:-U|--user)[ \t=]{0,4}["']?[\w.\\/-]{1,64}%([^\s"'`%]{3,256})/g),
  rule('password', 'htpasswd', /\bhtpasswd[ \t]{1,4}-\w{0,6}b\w{0,6}[ \t]{1,4}(?:-\w{1,4}[ \t]{1,4}){0,3}(?:\S{1,200}[ \t]{1,4}){1,2}["']?([^\s"'`]{3,256})/g),
  rule('password', ' -p | -P ', /[ \t]-[pP][ \t]{1,4}["']?([^\s"'`/-][^\s"'`/]{4,256})/g, besideUser),
]

/** Passwords in `user:password`, after a flag or beside the word "login". */
// biome-ignore format: a row a rule
export const PAIRS: readonly Rule[] = [
  rule('user-password', '-u|-U|-user', /(?:^|\s|["'])(?:-u|-U|--user|--proxy-user)(?:[ \t=]{1,4}|(?=[\w.@-]))["']?([^\s:"'`$<{]{1,100}):([^\s"'`]{1,256})/g, userPassword),
  rule('user-password', 'og|OG|red|RED|uth|UTH|ser|SER', /\b(?:log(?:ged)? ?in|credentials?|creds|auth(?:enticate)?|user(?:name)?)\b[^\n:]{0,30}?[\s"'(]([A-Za-z0-9._@-]{2,64}):([^\s"'`/][^\s"'`]{4,256})/gi, userPassword),
]

/** Numbers of payment cards and bank accounts, by their check digits, and of telephones and persons. */
// biome-ignore format: a row a rule
export const NUMBERS: readonly Rule[] = [
  rule('phone', '', /(\+[1-9]\d{0,2}(?:[ .-]?\(0?\d{1,4}\))?(?:[ ./-]?\d{2,12}){1,6})(?![\w-]|\.\d)/g, isPhone),
  rule('phone', '', /(\(\d{3}\) ?\d{3}-\d{4})(?![\w-])/g, isPhone),
  rule('phone', '', /\b(?:phone|tel(?:efon)?|mobile|cell|handy|call(?:ed)?|reach(?:ed|able)?|sms|fax|whatsapp)(?:(?: ?(?:number|no\.?|nr\.?))?[ :=]{1,3}(?:is |me (?:at|on) )?|[^\n]{1,40}? (?=\(?0\d{1,4}\)?[ /-]))(\(?\d{3,5}\)?[ ./-]?\d{3,4}[ .-]?\d{3,6})(?![\w-])/gi, isPhone),
  rule('card', '', /(?<![\w.-])\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?![\w-])/g, isCard),
  rule('card', '', /(?<![\w.-])\d{15,16}(?![\w-])/g, isPaid),
  rule('card-code', '', /\b(?:cvv2?|cvc2?)(?: code)?[ :=#]{1,3}(?:is )?(\d{3,4})(?![\w.-])/gi),
  // ISO 13616: country, two check digits, up to thirty more, in groups of four or in a row.
  rule('bank-account', '', /(?<![\w.-])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\w-])/g, isAccount),
  // Numbers that states give to a person, after their names.
  // Of a sample all digits may be the same.
  rule('personal-number', '', /(?<![\p{L}\p{N}])(?:ssn|social security|passport|national insurance|driver['’]?s? licen[cs]e|driving licen[cs]e|tax[ -]id(?:entification)?|steuer-?(?:id|identifikationsnummer)|sozialversicherungsnummer|personnummer|personal identity code|hetu|henkilötunnus|codice fiscale|sécurité sociale|NIR|CPF|DNI|NIE|PESEL|BSN|NINO|aadhaar|cédula)(?:[ _-]?(?:number|nummer|no\.?|nr\.?|code))?["']?[ :=#]{1,4}["']?(?:is |ist |on )?((?=\D{0,8}\d)[A-Z0-9](?:[ ./-]?[A-Z0-9+]){5,19})(?![\w-])/giu, (value) => /(?:\d\D{0,2}){5}/.test(value) && new Set(value.replace(/\D/g, '')).size > 1),
  rule('personal-number', '', /(?<![\w.-])(?:(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])\d{4}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]|[XYZ\d]\d{7}[A-Z])(?![\w-])/g, isPersonal),
]
