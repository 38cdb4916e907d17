import { asWaylandError, isWaylandError, WaylandError } from '../domain/errors.ts'

/** Translates a system error of the daemon to `storage_unavailable`; a WaylandError is returned unchanged. */
export function unavailable(error: unknown): WaylandError {
  const { syscall, message } = error as NodeJS.ErrnoException
  if (isWaylandError(error) || syscall === undefined) return asWaylandError(error)
  return new WaylandError('storage_unavailable', `a daemon cannot run here (${message})`, {
    hint: 'Check that the folder is writable, has space left, and holds nothing else of that name.',
    cause: error,
  })
}
