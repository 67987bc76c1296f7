/** Unsent forms, saved in this tab when the session ends and restored for the same person on the same page. */
type Values = Readonly<Record<string, string>>

interface SavedDrafts {
  readonly userId: string
  readonly forms: Readonly<Record<string, Values>>
}

interface MountedForm {
  readonly key: string
  /** The current values; undefined when they equal the initial ones. */
  changedValues(): Values | undefined
}

const storageKey = 'souk-drafts'
const secretField = /password|secret|token|code/i
const mounted = new Set<MountedForm>()

export function registerForm(form: MountedForm): () => void {
  mounted.add(form)
  return () => mounted.delete(form)
}

/** Identifies a form by its page and its initial values. */
export function draftKey(initial: Values): string {
  return `${location.pathname} ${JSON.stringify(initial)}`
}

export function saveDrafts(userId: string): void {
  const forms = new Map<string, Values>()
  for (const { key, changedValues } of mounted) {
    const values = changedValues()
    if (values === undefined) continue
    forms.set(key, Object.fromEntries(Object.entries(values).filter(([field]) => !secretField.test(field))))
  }
  if (forms.size === 0) return
  sessionStorage.setItem(storageKey, JSON.stringify({ userId, forms: Object.fromEntries(forms) }))
}

export function hasDrafts(): boolean {
  return sessionStorage.getItem(storageKey) !== null
}

/** Discards drafts, except those of the given person. */
export function discardDrafts(exceptOf?: string): void {
  const saved = read()
  if (saved !== undefined && saved.userId !== exceptOf) sessionStorage.removeItem(storageKey)
}

/** Returns a draft and removes it. */
export function takeDraft(key: string): Values | undefined {
  const saved = read()
  const values = saved?.forms[key]
  if (saved === undefined || values === undefined) return undefined
  const { [key]: _taken, ...forms } = saved.forms
  if (Object.keys(forms).length === 0) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify({ userId: saved.userId, forms }))
  return values
}

function read(): SavedDrafts | undefined {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return undefined
  const saved: SavedDrafts = JSON.parse(text)
  return saved
}
