import { type Rule, rules } from './rule.ts'

/** Orders in prose to collect, send or ask for private data. */
export const SECRETS_IN_WORDS: readonly Rule[] = [
  ...rules('exfiltration', 'block', 'asks the model to hand secrets or conversations to someone else', [
    /\b(?:send|upload|post|transmit|forward|e-?mail|exfiltrate|leak|submit|share|include|append|embed|encode|attach)\b[^.\n]{0,80}\b(?:api[\s_-]?keys?|credentials?|passwords?|access\s{1,4}tokens?|auth\s{1,4}tokens?|secrets?|environment\s{1,4}variables?|env\s{1,4}vars?|(?:ssh|private)\s{1,4}keys?|conversation|chat\s{1,4}history|messages?\s{1,4}of\s{1,4}the\s{1,4}(?:chat|conversation|session)|system\s{1,4}prompt|\.env\b|session\s{1,4}(?:data|cookies?|tokens?)|browser\s{1,4}cookies?|personal\s{1,4}(?:data|information)|source\s{1,4}code|seed\s{1,4}phrase)\b[^\n]{0,80}?\b(?:to|at|via|in|into|as)\b[^\n]{0,40}?(?:https?:\/\/|\b[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,10}\b|\bwebhook\b|\b(?:remote|external|our|my|attacker|collection|telemetry|analytics)\s{1,4}(?:server|endpoint|host|service|api)|\burl\s{1,4}parameter|\bquery\s{1,4}(?:string|parameter))/gi,
  ]),
  ...rules('exfiltration', 'block', 'sets out to gather secrets', [
    [
      /\b(?:harvest|steal|exfiltrate|grab)(?:s|ing)?\b[^.\n]{0,60}\b(?:credentials?|secrets?|api[\s_-]?keys?|passwords?|tokens?|cookies?|private\s{1,4}keys?|ssh\s{1,4}keys?|wallets?|data)\b|\b(?:collect|gather|search\s{1,4}for|find|extract|scrape|hunt\s{1,4}for)\b[^.\n]{0,60}\b(?:credentials|api[\s_-]?keys|passwords|ssh\s{1,4}keys|private\s{1,4}keys|wallets|seed\s{1,4}phrases)\b[^.\n]{0,80}\b(?:send|upload|post|transmit|forward|write\s{1,4}them\s{1,4}to|report)\b/gi,
      (match) => (/exfiltrat|harvest|grab/i.test(match[0]) ? 'warn' : 'block'),
    ],
  ]),
  ...rules('credential-request', 'warn', 'asks the person for a secret', [
    /\b(?:ask|prompt|request|require)\s{1,4}(?:the\s{1,4}|your\s{1,4})?(?:user|human|person|customer|client|them)\s{1,4}(?:for|to\s{1,4}(?:enter|provide|give|type|share|paste))\s{1,4}(?:[\w'’-]{1,14}\s{1,4}){0,4}(?:passwords?|passphrase|private\s{1,4}keys?|seed\s{1,4}phrase|recovery\s{1,4}phrase|2fa|otp|one[\s-]time\s{1,4}code|credit\s{1,4}card|cvv|ssn|social\s{1,4}security|pin\b)/gi,
  ]),
]
