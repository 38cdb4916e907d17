import type { SkillLoop } from '../app/skill-loop.ts'
import type { DaemonLog } from './log.ts'

/**
 * The proxy of the daemon, where `proxy.upstream` names a server of models; undefined where none is named, or where it
 * cannot run, which the log says: hooks are answered all the same.
 */
export async function proxyBeside(loop: SkillLoop, log: DaemonLog): Promise<AsyncDisposable | undefined> {
  const { 'proxy.upstream': upstream, 'proxy.port': port } = loop.upkeep.config.settings
  if (upstream === null) return undefined
  try {
    const { openProxy } = await import('../proxy/open-proxy.ts')
    const proxy = await openProxy(loop, {
      upstream,
      port,
      onError: (error) => log.fault('the proxy did not learn', error),
    })
    log.info('proxy', { origin: proxy.origin, token_file: proxy.tokenFile, upstream })
    return proxy
  } catch (error) {
    log.fault('the proxy cannot run', error)
    return undefined
  }
}
