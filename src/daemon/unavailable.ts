import { asWaylandError, isWaylandError, WaylandError } from '../domain/errors.ts'

/**
 * Translates a system error of the daemon to `port_taken` or `storage_unavailable`; a WaylandError is returned
 * unchanged.
 */
export function unavailable(error: unknown): WaylandError {
  const { code, syscall, message, port } = error as NodeJS.ErrnoException & { readonly port?: number }
  if (isWaylandError(error) || syscall === undefined) return asWaylandError(error)
  if (syscall === 'listen' && port !== undefined)
    return new WaylandError('port_taken', `port ${port} of this machine cannot be used (${code})`, {
      hint: 'Stop what listens there, or set daemon.port to another one; 0 takes a free one.',
      cause: error,
    })
  return new WaylandError('storage_unavailable', `a daemon cannot run here (${message})`, {
    hint: 'Check that the folder is writable, has space left, and holds nothing else of that name.',
    cause: error,
  })
}
