import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { whyForeign } from '../../platform/own-folder.ts'
import type { Call, Words } from '../command.ts'
import { portOf } from '../flag-values.ts'
import type { Report } from '../report.ts'

export const command: Words = {
  topic: 'offering',
  words: 'Serve the skills over the Model Context Protocol, until the client closes stdin',
  flags: {
    port: {
      value: 'number',
      words: 'Serve over HTTP on this port of 127.0.0.1, at /mcp, instead of stdin and stdout; 0: any that is free',
    },
  },
  text: [
    'Tools: find_skill, list_skills, load_skill, report_outcome, list_drafts. Skills that are offered are resources, active skills prompts. Entries for the settings of each agent are in src/mcp/README.md.',
    'Over HTTP every request needs the bearer token that is kept in mcp-token of the data folder; a Host or an Origin of another machine is refused.',
  ],
  shape: 'With --port, once it listens.',
  json: { url: 'where it listens', token_file: 'file with the bearer token' },
  example: 'wayland-core mcp < /dev/null',
}

/** Serves MCP until its client goes away, or over HTTP until it is stopped. */
export async function run({ flags, json, report, open }: Call): Promise<void> {
  const port = portOf(flags.port)
  if (json && port === undefined)
    throw new WaylandError('bad_usage', '--json needs --port: without it stdout holds the protocol', {
      hint: 'Leave it out: wayland-core mcp',
    })
  // An agent gives its servers what a project's settings say.
  await using loop = await open(port === undefined ? { agentIn: [process.cwd()] } : {})
  const onError = (error: Error) => report.note(`Warning: ${error.message}`)
  if (port !== undefined) await serveOverHttp(loop, port, json, report)
  else {
    const { serveStdio } = await import('../../mcp/stdio.ts')
    await serveStdio(loop, onError)
  }
}

async function serveOverHttp(loop: SkillLoop, port: number, json: boolean, report: Report): Promise<void> {
  const { serveHttp } = await import('../../mcp/http.ts')
  const { freshToken, tokenIn } = await import('../../platform/bearer-token.ts')
  const { dataDir } = loop.upkeep.config
  // Without a data folder of its own there is no place to keep the token.
  const kept = dataDir !== null && existsSync(dataDir) && whyForeign(dataDir) === undefined
  const file = kept ? join(dataDir, 'mcp-token') : null
  const token = file === null ? freshToken() : tokenIn(file)
  await using serving = await serveHttp(loop, {
    port,
    token,
    onError: (error) => report.note(`Warning: ${error.message}`),
  })
  if (file === null) report.note(`The bearer token of this run: ${token}`)
  if (json) report.json({ url: serving.url, token_file: file })
  else {
    report.line(`MCP at ${serving.url}; stop with Ctrl-C`)
    if (file !== null) report.line(`Its bearer token lies in ${file}`)
  }
  // Never resolves: a signal ends the process.
  await new Promise(() => {})
}
