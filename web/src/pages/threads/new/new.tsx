import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Agent } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { MessageEditor } from '../../../files/message-editor.tsx'
import { useMessageDraft } from '../../../files/use-message-draft.ts'
import { useCrumb } from '../../../lib/hooks/use-crumb.ts'
import { useSession } from '../../../session.ts'
import { Link, useNavigate } from '../../../ui/page/link.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import classes from './new.module.css'
import { RecipientField } from './recipient-field.tsx'
import frame from '../conversation/thread.module.css'
import { TopicBar } from '../conversation/topic-bar.tsx'
import type { Recipient } from './use-suggestions.ts'
import { DocumentTitle } from '../../../ui/page/document-title.tsx'
import { say } from '../../../messages/en/threads.ts'

/** `?with=` names the first recipient, `?task=` the task that the conversation is about. */
export function Component() {
  const [search] = useSearchParams()
  const name = search.get('with') ?? ''
  const query = useRead(api.agents.getAgent, { name }, { enabled: name !== '' })
  if (name === '') return <NewMessage />
  return (
    <QueryContent query={query}>{({ agent }) => <NewMessage key={agent.id} agent={agent} />}</QueryContent>
  )
}

function NewMessage({ agent }: { agent?: Agent }) {
  useCrumb(say('newMessage'))
  const [recipients, setRecipients] = useState<readonly Recipient[]>(
    agent === undefined ? [] : [referenceTo(agent)],
  )
  const names = recipients.map(({ displayName }) => displayName).join(', ')
  return (
    <div className={frame.thread}>
      <DocumentTitle title={say('newMessage')} />
      <header className={frame.head}>
        <Link to="/threads" className={frame.back} aria-label={say('allMessages')}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
        <div className={frame.who}>
          <h1>{say('newMessage')}</h1>
        </div>
      </header>
      <Compose recipients={recipients} names={names} onRecipients={setRecipients} />
    </div>
  )
}

interface ComposeProps {
  readonly recipients: readonly Recipient[]
  readonly names: string
  readonly onRecipients: (recipients: readonly Recipient[]) => void
}

function Compose({ recipients, names, onRecipients }: ComposeProps) {
  const navigate = useNavigate()
  const session = useSession()
  const [search] = useSearchParams()
  const taskId = search.get('task') ?? undefined
  const [subject, setSubject] = useState('')
  const [asked, setAsked] = useState(false)
  const draft = useMessageDraft('new thread')
  const create = useWrite(api.threads.createThread, {
    invalidates: ['threads'],
    onDone: ({ thread }) => {
      draft.clear()
      void navigate(`/threads/${thread.id}`)
    },
  })
  const send = () => {
    setAsked(true)
    if (recipients.length === 0) return
    create.mutate({
      participants: recipients.map(({ agentId }) => agentId),
      ...(subject.trim() === '' ? {} : { subject }),
      ...(taskId === undefined ? {} : { about: { kind: 'task', id: taskId } }),
      parts: [
        ...(draft.text.trim() === '' ? [] : [{ text: draft.text }]),
        ...draft.uploads.files.map(({ id }) => ({ fileId: id })),
      ],
    })
  }
  return (
    <>
      <RecipientField
        recipients={recipients}
        error={asked && recipients.length === 0 ? say('addRecipient') : undefined}
        onChange={onRecipients}
      />
      <About taskId={taskId} subject={subject} onChange={setSubject} />
      <div className={classes.space}>
        {recipients.length === 1 ? (
          <Earlier name={recipients[0]?.name ?? ''} about={taskId} names={names} />
        ) : null}
      </div>
      <div className={frame.foot}>
        <MessageEditor
          draft={draft}
          label={say('message')}
          compact
          placeholder={names === '' ? undefined : say('writeTo', { names })}
          submitLabel={say('send')}
          submitVariant="primary"
          busy={create.isPending}
          error={create.error}
          actingAs={session.state === 'person' ? (session.agent?.displayName ?? '') : ''}
          onSend={send}
        />
      </div>
    </>
  )
}

interface AboutProps {
  readonly taskId: string | undefined
  readonly subject: string
  readonly onChange: (subject: string) => void
}

function About({ taskId, subject, onChange }: AboutProps) {
  return taskId === undefined ? (
    <SubjectField subject={subject} onChange={onChange} />
  ) : (
    <TopicBar about={{ kind: 'task', id: taskId }} />
  )
}

function SubjectField({ subject, onChange }: { subject: string; onChange: (subject: string) => void }) {
  return (
    <label className={classes.subject}>
      <span>{say('about')}</span>
      <input
        value={subject}
        maxLength={150}
        placeholder={say('optionalSubject')}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

interface EarlierProps {
  readonly name: string
  /** ID of the task that the new conversation is about. */
  readonly about: string | undefined
  readonly names: string
}

/** The latest conversation with the recipient, so that it can be continued instead. */
function Earlier({ name, about, names }: EarlierProps) {
  const { data } = useRead(api.threads.listThreads, {
    with: name,
    limit: 1,
    ...(about === undefined ? {} : { about }),
  })
  const thread = data?.items[0]
  if (thread === undefined) return null
  return (
    <p className={classes.earlier}>
      {say.rich('continueEarlier', {
        names,
        link: (content) => <Link to={`/threads/${thread.id}`}>{content}</Link>,
      })}
    </p>
  )
}

function referenceTo({ id, name, displayName, kind, avatarUrl }: Agent): Recipient {
  return { agentId: id, name, displayName, kind, avatarUrl }
}
