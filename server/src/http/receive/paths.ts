/**
 * Contract paths into the router's syntax. A parameter before a colon verb stops at the colon, else every verb of a
 * task would be the same route to the router.
 */
export function routerPath(path: string): string {
  return path
    .replaceAll(':', '::')
    .replaceAll(/\{(\w+)\}(?=::)/g, ':$1(^[^:/]+)')
    .replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Clients may percent-encode the colon of a verb; the router must see it as one. */
export function decodeColons(url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  return path.replaceAll(/%3a/gi, ':') + url.slice(path.length)
}
