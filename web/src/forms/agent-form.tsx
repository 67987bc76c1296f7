import type { Agent } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { refreshSession } from '../identity/session-store.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { say } from '../messages/en/settings.ts'
import { Field, TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface AgentFormProps {
  readonly displayName?: string
  readonly onCreated: (agent: Agent) => void
}

/** Creates an agent of the signed-in person. */
export function AgentForm({ displayName: initialName = '', onCreated }: AgentFormProps) {
  const form = useForm(
    { displayName: initialName, name: '', description: '' },
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
  return (
    <Form
      submitLabel={say('create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label={say('name')} {...form.field('displayName')} />
      <Field label={say('handle')} hint={say('handleHint')} {...form.field('name')} />
      <TextAreaField label={say('description')} {...form.field('description')} />
    </Form>
  )
}
