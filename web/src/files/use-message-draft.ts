import { useEffect, useEffectEvent, useState } from 'react'
import { useScope } from '../identity/scope-context.tsx'
import { readTextDraft, storedText, watchDraft, writeTextDraft } from '../identity/text-drafts.ts'
import { useUploads, type AttachedFile } from './use-uploads.ts'

/** Text and files of an unsent message. They survive navigation and reloads until they are sent. */
export function useMessageDraft(key: string) {
  const scope = useScope()
  const [draft] = useState(() => readTextDraft(scope, key, isAttachedFile))
  const [text, setText] = useState(draft.text)
  const uploads = useUploads(draft.files)
  const { files } = uploads
  const saved = JSON.stringify(files)
  useEffect(() => {
    writeTextDraft(scope, key, { text, files })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `saved` stands for the contents of `files`
  }, [scope, key, text, saved])
  const isUploading = uploads.uploads.length > files.length
  // A tab that showed the same draft follows; one with other text or a running upload keeps it.
  const follow = useEffectEvent((draftKey: string, before: string | null) => {
    if (isUploading || before !== storedText({ text, files })) return
    const changed = readTextDraft(scope, draftKey, isAttachedFile)
    setText(changed.text)
    uploads.replaceAll(changed.files)
  })
  useEffect(() => watchDraft(scope, key, (before) => follow(key, before)), [scope, key])
  useEffect(() => {
    if (!isUploading) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUploading])
  return {
    text,
    setText,
    uploads,
    isEmpty: text.trim() === '' && files.length === 0,
    clear: () => {
      setText('')
      uploads.clear()
    },
    /** Brings back a message that could not be sent, before what was written meanwhile. */
    restore: (unsent: { readonly text: string; readonly files: readonly AttachedFile[] }) => {
      setText((written) => (written === '' ? unsent.text : `${unsent.text}\n${written}`))
      uploads.restore(unsent.files)
    },
  }
}

export type MessageDraft = ReturnType<typeof useMessageDraft>

function isAttachedFile(value: unknown): value is AttachedFile {
  return typeof value === 'object' && value !== null && 'id' in value && 'url' in value && 'filename' in value
}
