/** The account this browser is signed in to, shared by its tabs in localStorage: scripts cannot read the session cookie. */
const storageKey = 'souk-person'

export function readMarker(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined
}

/** Notifies the other tabs through their `storage` event. */
export function writeMarker(userId: string | undefined): void {
  if (readMarker() === userId) return
  if (userId === undefined) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, userId)
}

/** Calls back when another tab signs in or out, and when the back/forward cache restores this page. */
export function watchMarker(onChange: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) onChange()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onChange()
  })
}
