/** Unsent messages and forms, kept on this device for one person and agent until they are sent or the person signs out. */
const prefix = 'souk-draft '

interface Owner {
  readonly userId?: string | undefined
  readonly agentId?: string | undefined
}

interface TextDraft<File> {
  readonly text: string
  readonly files: readonly File[]
}

export function readTextDraft<File>(
  owner: Owner,
  key: string,
  isFile: (value: unknown) => value is File,
): TextDraft<File> {
  const saved: unknown = JSON.parse(localStorage.getItem(storageKey(owner, key)) ?? 'null')
  if (typeof saved !== 'object' || saved === null || !('text' in saved) || typeof saved.text !== 'string')
    return { text: '', files: [] }
  const files = 'files' in saved && Array.isArray(saved.files) ? saved.files.filter(isFile) : []
  return { text: saved.text, files }
}

export function writeTextDraft<File>(owner: Owner, key: string, draft: TextDraft<File>): void {
  const name = storageKey(owner, key)
  const stored = storedText(draft)
  if (stored === null) localStorage.removeItem(name)
  else localStorage.setItem(name, stored)
}

/** The draft as it is stored, which `watchDraft` passes as its former text. */
export function storedText<File>({ text, files }: TextDraft<File>): string | null {
  return text.trim() === '' && files.length === 0 ? null : JSON.stringify({ text, files })
}

type Fields = Readonly<Record<string, string>>

/** Fields of an unsent form; those that are not in the draft keep their initial values. */
export function readFieldDraft<Values extends Fields>(owner: Owner, key: string, initial: Values): Values {
  const saved: unknown = JSON.parse(localStorage.getItem(storageKey(owner, key)) ?? 'null')
  const values: Record<string, unknown> = typeof saved === 'object' && saved !== null ? { ...saved } : {}
  const known = Object.keys(initial).filter((name) => typeof values[name] === 'string')
  return { ...initial, ...Object.fromEntries(known.map((name) => [name, values[name]])) }
}

interface FieldDraft {
  readonly values: Fields
  readonly initial: Fields
}

/** Keeps values that differ from the initial ones, and forgets those that do not. */
export function writeFieldDraft(owner: Owner, key: string, { values, initial }: FieldDraft): boolean {
  const name = storageKey(owner, key)
  const differs = Object.keys(values).some((field) => values[field]?.trim() !== initial[field]?.trim())
  if (differs) localStorage.setItem(name, JSON.stringify(values))
  else localStorage.removeItem(name)
  return differs
}

/** Calls back when another tab has changed or removed the draft, with its former text. */
export function watchDraft(owner: Owner, key: string, onChange: (before: string | null) => void): () => void {
  const name = storageKey(owner, key)
  const listen = (event: StorageEvent) => {
    if (event.key === name) onChange(event.oldValue)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Signing out removes the drafts of everyone: the device may be shared. */
export function discardTextDrafts(): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  for (const name of names) if (name?.startsWith(prefix) === true) localStorage.removeItem(name)
}

function storageKey({ userId = '', agentId = '' }: Owner, key: string): string {
  return `${prefix}${userId} ${agentId} ${key}`
}
