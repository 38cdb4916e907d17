import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Embeds texts that have no vector yet, and reports the counts; exit code 3 where the model cannot be called. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  if (words.length > 0) throw new WaylandError('bad_usage', `vectors takes no words, not "${words[0]}"`)
  await using loop = await open()
  const onProgress = (done: number, of: number) => report.progress(`${done} of ${of} texts`)
  const found = await loop.vectors({ prepare: true, onProgress })
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
