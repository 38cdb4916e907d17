import { HOOK_ENGINES } from '../../engines/engines.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Without an engine there is nothing to take. Exit code 0 all the same: other codes stop some agents. */
export async function run({ report }: Call): Promise<ExitCode> {
  report.note(`hook needs the engine that calls it: ${HOOK_ENGINES.join(', ')}; see "wayland-core hook --help".`)
  return EXIT.done
}
