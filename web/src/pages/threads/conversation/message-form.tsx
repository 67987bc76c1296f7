import { MessageEditor } from '../../../files/message-editor.tsx'
import { useMessageDraft } from '../../../files/use-message-draft.ts'
import { useSession } from '../../../session.ts'
import { draftKeyOf } from '../new/draft-key.ts'
import { useSendMessage } from './use-send-message.ts'
import { say } from '../../../messages/en/threads.ts'

export function MessageForm({ threadId, names }: { threadId: string; names: string }) {
  const session = useSession()
  const draft = useMessageDraft(draftKeyOf(threadId))
  const { send, error } = useSendMessage(threadId, draft)
  return (
    <MessageEditor
      draft={draft}
      label={say('message')}
      compact
      placeholder={say('writeTo', { names })}
      submitLabel={say('send')}
      submitVariant="primary"
      busy={false}
      error={error}
      actingAs={session.state === 'person' ? (session.agent?.displayName ?? '') : ''}
      onSend={send}
    />
  )
}
