/**
 * Converts a contract path to the syntax of the router. A parameter before a colon verb ends at the colon; otherwise all
 * verbs of a task would match the same route.
 */
export function routerPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(?=::)/g, ':$1(^[^:/]+)')
    .replaceAll(/\{(\w+)\}/g, ':$1')
}

const origin = /^https?:\/\/[^/?#]*/i

/**
 * Path and query of a request target. The absolute form also names the origin (RFC 9112, 3.2.2), and some clients
 * percent-encode the colon of a verb.
 */
export function normalizeTarget(target: string): string {
  const url = target.replace(origin, '')
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return (path === '' ? '/' : path.replaceAll(/%3a/gi, ':')) + url.slice(path.length)
}
