/** Half-written forms, kept in this tab while a session has ended, for the same person on the same page. */
type Values = Readonly<Record<string, string>>

interface Kept {
  readonly userId: string
  readonly forms: Readonly<Record<string, Values>>
}

export interface OpenForm {
  readonly key: string
  /** What was typed; undefined when nothing was. */
  written(): Values | undefined
}

const name = 'souk-drafts'
const secret = /password|secret|token|code/i
const open = new Set<OpenForm>()

export function watchForm(form: OpenForm): () => void {
  open.add(form)
  return () => open.delete(form)
}

/** A form is known by its page and its fields. */
export function draftKey(initial: Values): string {
  return `${location.pathname} ${JSON.stringify(initial)}`
}

export function keepDrafts(userId: string): void {
  const forms = new Map<string, Values>()
  for (const { key, written } of open) {
    const values = written()
    if (values === undefined) continue
    forms.set(key, Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field))))
  }
  if (forms.size === 0) return
  sessionStorage.setItem(name, JSON.stringify({ userId, forms: Object.fromEntries(forms) }))
}

export function hasDrafts(): boolean {
  return sessionStorage.getItem(name) !== null
}

/** Called when it is known who is there: drafts of anyone else go. */
export function dropDrafts(keepOf?: string): void {
  const kept = read()
  if (kept !== undefined && kept.userId !== keepOf) sessionStorage.removeItem(name)
}

/** Gives a draft back once. */
export function takeDraft(key: string): Values | undefined {
  const kept = read()
  const values = kept?.forms[key]
  if (kept === undefined || values === undefined) return undefined
  const { [key]: _taken, ...forms } = kept.forms
  if (Object.keys(forms).length === 0) sessionStorage.removeItem(name)
  else sessionStorage.setItem(name, JSON.stringify({ userId: kept.userId, forms }))
  return values
}

function read(): Kept | undefined {
  const text = sessionStorage.getItem(name)
  if (text === null) return undefined
  const kept: Kept = JSON.parse(text)
  return kept
}
