import { useWrite } from '../../api.ts'
import { MessageEditor } from '../../files/message-editor.tsx'
import { useMessageDraft } from '../../files/use-message-draft.ts'
import { useSession } from '../../session.ts'
import { draftKeyOf } from './draft-key.ts'
import { say } from '../../messages/en/threads.ts'

export function MessageForm({ threadId, names }: { threadId: string; names: string }) {
  const session = useSession()
  const draft = useMessageDraft(draftKeyOf(threadId))
  const send = useWrite(
    ({ text, fileIds }: { text: string; fileIds: readonly string[] }, client) =>
      client.threads.postThreadMessage({
        threadId,
        parts: [...(text.trim() === '' ? [] : [{ text }]), ...fileIds.map((fileId) => ({ fileId }))],
      }),
    { invalidates: ['threads'], onDone: draft.clear },
  )
  return (
    <MessageEditor
      draft={draft}
      label={say('message')}
      compact
      placeholder={say('writeTo', { names })}
      submitLabel={say('send')}
      submitVariant="primary"
      busy={send.isPending}
      error={send.error}
      actingAs={session.state === 'person' ? (session.agent?.name ?? '') : ''}
      onSend={() => send.mutate({ text: draft.text, fileIds: draft.uploads.files.map(({ id }) => id) })}
    />
  )
}
