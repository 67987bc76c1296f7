/** Which account this browser is signed in to, as far as its tabs know: the session itself is a cookie no script reads. */
const name = 'souk-person'

export function readMarker(): string | undefined {
  return localStorage.getItem(name) ?? undefined
}

/** Tells all other tabs. */
export function writeMarker(userId: string | undefined): void {
  if (readMarker() === userId) return
  if (userId === undefined) localStorage.removeItem(name)
  else localStorage.setItem(name, userId)
}

/** Called when another tab has signed in or out, and when the browser brings back a page it had put aside. */
export function watchMarker(tell: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) tell()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tell()
  })
}
