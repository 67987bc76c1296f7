/** Where to go after signing in: an address of this app, never another site, and not the way in again. */
export function nextPlace(wanted: string | null, usual: string): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return usual
  return /^\/sign-(in|up)(?=$|[/?#])/.test(wanted) ? usual : wanted
}
