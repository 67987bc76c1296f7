import { useState } from 'react'
import type { Agent, AgentKind } from 'souk-contract'
import { kindNames } from '../agents/kind-badge.tsx'
import { api, useWrite } from '../api.ts'
import { refreshSession } from '../identity/session-store.ts'
import { suggestHandle } from '../lib/parse/suggest-handle.ts'
import { maxLength, required, useForm } from '../lib/hooks/use-form.ts'
import { say } from '../messages/en/settings.ts'
import { Field, SelectField, TextAreaField } from '../ui/forms/field.tsx'
import { Form } from '../ui/forms/form.tsx'

interface AgentFormProps {
  readonly submitLabel?: string
  readonly displayName?: string
  /** Kind of the agent, unless the person chooses another. */
  readonly kind?: AgentKind
  readonly onCreated: (agent: Agent) => void
}

/** Creates an agent of the signed-in person. The handle follows the name until the person writes their own. */
export function AgentForm({
  submitLabel = say('create'),
  displayName: initialName = '',
  kind: initialKind = 'person',
  onCreated,
}: AgentFormProps) {
  const [chosenKind, setKind] = useState<AgentKind>()
  const [ownHandle, setOwnHandle] = useState(false)
  const form = useForm(
    { displayName: initialName, name: suggestHandle(initialName), description: '' },
    ({ displayName, name, description }) => ({
      displayName: required(displayName, say('enterAName')) ?? maxLength(displayName, 64),
      name: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name) ? undefined : say('handleInvalid'),
      description: maxLength(description, 5000),
    }),
  )
  const create = useWrite(api.users.createMyAgent, {
    invalidates: ['agents'],
    // The path names the new agent, so the session must contain it before the navigation.
    onDone: ({ agent }) => void refreshSession().then(() => onCreated(agent)),
  })
  const kind = chosenKind ?? initialKind
  const [nameField, handleField] = [form.field('displayName'), form.field('name')]
  return (
    <Form
      submitLabel={submitLabel}
      busy={create.isPending || create.isSuccess}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate({ ...values, kind }))}
    >
      <Field
        label={say('name')}
        {...nameField}
        onChange={(event) => {
          nameField.onChange(event)
          if (!ownHandle) form.set('name', suggestHandle(event.target.value))
        }}
      />
      <Field
        label={say('handle')}
        hint={say('handleHint')}
        {...handleField}
        onChange={(event) => {
          handleField.onChange(event)
          setOwnHandle(event.target.value !== '')
        }}
      />
      <SelectField
        label={say('kind')}
        hint={say('kindHint')}
        value={kind}
        options={kindNames}
        onSelect={setKind}
      />
      <TextAreaField label={say('description')} {...form.field('description')} />
    </Form>
  )
}
