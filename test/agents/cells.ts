/** What the campaign asks of every agent, in the order in which it happens. */
export const CELLS = {
  connected: 'install puts the hooks in, and doctor finds them well',
  recorded: 'three sessions of one task are three successes',
  words: 'what was recorded is what the person typed',
  drafted: 'they make a draft',
  unlisted: 'the agent does not list the draft as a skill of its own',
  hinted: 'another wording brings the hint into the request to the model',
  followed: 'the model can read what the hint names',
  credited: 'the skill is credited: loaded, and the success counted',
  listed: 'a promoted skill is listed in the request',
  'own tool': 'the agent’s own tool for skills counts as loaded',
  'by name': 'calling the skill by name counts as loaded',
  failure: 'a failing last call is a failure',
  'API error': 'an API error is a failure',
  denied: 'a denied call leaves the outcome open',
  interrupted: 'Ctrl-C, or an abort, in a tool call is no success',
  ended: 'SIGTERM while the model answers is no success',
  imported: 'importing what was written equals what was recorded live',
  uninstalled: 'uninstall gives the settings back byte for byte',
} as const

export type CellName = keyof typeof CELLS

/** `ok`; `failed`, and why; `none`, and why the agent has no such thing. */
export type Verdict = { readonly state: 'ok' } | { readonly state: 'failed' | 'none'; readonly why: string }

/** What was found for one program, in one mode. */
export type Verdicts = Partial<Record<CellName, Verdict>>

/** Without a daemon, or with one. */
export type Mode = 'alone' | 'daemon'
