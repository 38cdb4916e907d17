import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skillMd } from '../service/home.ts'
import { type Finished, Home } from './command-line.ts'

/** A schedule as `--json` prints it. */
export interface Wire {
  readonly id: string
  readonly skill: string
  readonly state: string
  readonly reason: string | null
  readonly fault: string | null
  readonly next: readonly string[]
  readonly last: { readonly state: string; readonly why: string | null } | null
}

/** A home with a skill of a person, and an agent that keeps its prompt and does what the prompt says. */
export class SchedulingHome extends Home {
  readonly bin = join(this.root, 'bin')
  readonly prompt = join(this.root, 'prompt')
  readonly scheduled = join(this.data, 'scheduled')
  /** Nothing but the agent and the system's own programs. */
  readonly path = { PATH: `${this.bin}:/usr/bin:/bin` }

  constructor() {
    super()
    mkdirSync(this.bin)
    for (const name of ['tidy', 'sweep']) {
      mkdirSync(join(this.skills, name), { recursive: true })
      writeFileSync(
        join(this.skills, name, 'SKILL.md'),
        skillMd(name, 'Tidies.', `Tidy $ARGUMENTS with ${'$'}ARGUMENTS[0].`),
      )
    }
    const agent = join(this.bin, 'claude')
    writeFileSync(agent, AGENT)
    chmodSync(agent, 0o755)
  }

  schedule(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
    return this.run(['schedule', ...words], { env: { ...this.path, ...env } })
  }

  /** Adds a schedule and gives its id. */
  async add(skill: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout, stderr } = await this.schedule(['add', skill, ...words, '--json'], env)
    if (stderr !== '') throw new Error(stderr)
    return (JSON.parse(stdout) as Wire).id
  }

  async show(id: string): Promise<Wire> {
    return (await this.schedule(['show', id, '--json'])).json<Wire>()
  }
}

const AGENT = `#!/bin/sh
echo $$ > "$HOME/agent.pid"
cat > "$HOME/prompt.$$" && mv "$HOME/prompt.$$" "$HOME/prompt"
echo begun >> "$HOME/begun"
case "$(cat "$HOME/prompt")" in
  *STUCK*) echo 'half of it is done, password=Tr0ub4dor-hunter'; echo 'waiting' >&2; sleep 60 ;;
  *UNDONE*) RESULT='Exit code 2' ;;
  *DENIED*) RESULT="Claude requested permissions to use Bash, but you haven't granted it yet." ;;
  *BREAK*) if [ ! -e "$HOME/mended" ]; then echo "no credit left" >&2; exit 3; fi ;;
esac
echo '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}'
if [ -n "$RESULT" ]; then
  echo '{"message":{"content":[{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"npm test"}}]}}'
  printf '{"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"%s","is_error":true}]}}\\n' "$RESULT"
fi
echo '{"type":"result","is_error":false,"result":"tidied"}'
`
