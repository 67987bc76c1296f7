import { useMutation, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ThreadMessage } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import type { MessageDraft } from '../../../files/use-message-draft.ts'
import type { AttachedFile } from '../../../files/use-uploads.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { writeTextDraft } from '../../../identity/text-drafts.ts'
import { refetchQueries } from '../../../lib/calls/refetch-queries.ts'
import { createRetryKey } from '../../../lib/calls/retry-key.ts'
import { useSession } from '../../../session.ts'
import { draftKeyOf } from '../new/draft-key.ts'

interface Content {
  readonly text: string
  readonly files: readonly AttachedFile[]
}

/** As `usePages` caches the messages of a thread. */
type MessagePages = InfiniteData<{ items: ThreadMessage[]; nextCursor: string | null }>
const keyOf = (threadId: string) => ['threads', 'listThreadMessages', { threadId }, 'pages'] as const

const pendingPrefix = 'pending '

/** Whether the message is still on its way to the server. */
export const isPending = ({ id }: ThreadMessage): boolean => id.startsWith(pendingPrefix)

/** Sends the draft. The message appears before the server answers; if it refuses, the text returns to the editor. */
export function useSendMessage(threadId: string, draft: MessageDraft) {
  const scope = useScope()
  const { client, queries } = scope
  const from = useSender()
  const [withRetryKey] = useState(createRetryKey)
  const send = useMutation<{ message: ThreadMessage }, SoukError, Content, { id: string }>(
    {
      mutationFn: ({ text, files }) => {
        const parts = [...(text.trim() === '' ? [] : [{ text }]), ...files.map(({ id }) => ({ fileId: id }))]
        return withRetryKey(parts, (idempotencyKey) =>
          client.threads.postThreadMessage({ threadId, parts }, { idempotencyKey }),
        )
      },
      onMutate: async (content) => {
        await queries.cancelQueries({ queryKey: keyOf(threadId) })
        const message = pendingMessage(threadId, from, content)
        change(queries, threadId, (items) => [
          { ...message, sequence: (items[0]?.sequence ?? 0) + 1 },
          ...items,
        ])
        return { id: message.id }
      },
      onSuccess: ({ message }, _content, { id }) =>
        change(queries, threadId, (items) =>
          items.map((other) => (other.id === id ? message : other)).filter(isFirst),
        ),
      onError: (_error, content, pending) => {
        change(queries, threadId, (items) => items.filter(({ id }) => id !== pending?.id))
        // The editor may be gone; then the stored draft keeps the text.
        writeTextDraft(scope, draftKeyOf(threadId), content)
        draft.restore(content)
      },
      onSettled: () => refetchQueries(queries, ['threads']),
    },
    queries,
  )
  useWarning(send.isPending)
  return {
    error: send.error,
    send: () => {
      const content = { text: draft.text, files: draft.uploads.files }
      draft.clear()
      send.mutate(content)
    },
  }
}

function useSender(): ThreadMessage['from'] {
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  const { id = '', name = '', displayName = '', kind = null, avatarUrl = null } = agent ?? {}
  return { agentId: id, name, displayName, kind, avatarUrl }
}

function pendingMessage(
  threadId: string,
  from: ThreadMessage['from'],
  { text, files }: Content,
): ThreadMessage {
  const createdAt = new Date().toISOString()
  const { agentId, name } = from
  const origin = { agentId, name, ownerVerified: true, at: createdAt }
  const names = files.map(({ filename }) => filename)
  return {
    id: pendingPrefix + crypto.randomUUID(),
    threadId,
    sequence: 0,
    from,
    parts: [text, ...names]
      .filter((part) => part.trim() !== '')
      .map((part) => ({ text: part, origin, flags: [] })),
    createdAt,
  }
}

/** A live update can bring the message before the reply does. */
const isFirst = ({ id }: ThreadMessage, index: number, all: readonly ThreadMessage[]) =>
  all.findIndex((other) => other.id === id) === index

/** Changes the page with the newest messages. */
function change(
  queries: QueryClient,
  threadId: string,
  next: (items: readonly ThreadMessage[]) => ThreadMessage[],
): void {
  queries.setQueryData<MessagePages>(keyOf(threadId), (data) => {
    const [newest, ...older] = data?.pages ?? []
    if (data === undefined || newest === undefined) return data
    return { ...data, pages: [{ ...newest, items: next(newest.items) }, ...older] }
  })
}

/** Closing the tab would lose a message that is on its way. */
function useWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
}
