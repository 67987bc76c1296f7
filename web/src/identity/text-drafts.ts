/** Unsent messages, kept on this device for one person and agent until they are sent or the person signs out. */
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

export function writeTextDraft<File>(owner: Owner, key: string, { text, files }: TextDraft<File>): void {
  const name = storageKey(owner, key)
  if (text.trim() === '' && files.length === 0) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify({ text, files }))
}

/** Signing out removes the drafts of everyone: the device may be shared. */
export function discardTextDrafts(): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
  for (const name of names) if (name?.startsWith(prefix) === true) localStorage.removeItem(name)
}

function storageKey({ userId = '', agentId = '' }: Owner, key: string): string {
  return `${prefix}${userId} ${agentId} ${key}`
}
