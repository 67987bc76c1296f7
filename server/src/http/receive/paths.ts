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

/** Decodes the colon of a verb, which some clients percent-encode. */
export function decodeColons(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.replaceAll(/%3a/gi, ':') + url.slice(path.length)
}
