import { dirname, join } from 'node:path'
import { TRANSCRIPTS } from '../../src/app/transcripts.ts'
import { FIXTURES } from './conformance.ts'
import { transcriptSourceConformance } from './transcript-source-conformance.ts'

const session = (path: string) => ({ folder: dirname(join(FIXTURES, path)), file: join(FIXTURES, path) })

transcriptSourceConformance(TRANSCRIPTS, {
  'claude-code': session('claude-code/entire-02.jsonl'),
  codex: session('codex/made-turn-events.jsonl'),
  copilot: session('copilot/1.0.102-hinted.jsonl'),
  gemini: session('gemini/made-session.jsonl'),
  'openai-chat': session('openai-chat/tau-airline-task03-trial0-reward0.json'),
  opencode: session('opencode/1.18.33-review.json'),
  pi: session('pi/0.87.1-hinted.jsonl'),
  qwen: session('qwen/made-session.jsonl'),
})
