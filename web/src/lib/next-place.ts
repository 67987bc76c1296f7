/** Where to go after signing in: an address of this app, never another site. */
export function nextPlace(wanted: string | null): string {
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : '/my-work'
}
