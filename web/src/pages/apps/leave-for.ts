/** Leaves the app for a redirect URI. The server has compared it with those of the client; a script never runs. */
export function leaveFor(url: string): void {
  if (/^(?:javascript|data|vbscript|blob|file):/i.test(url)) return
  location.replace(url)
}
