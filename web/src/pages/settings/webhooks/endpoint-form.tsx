import { useState } from 'react'
import { defaultWebhookKinds } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { useForm } from '../../../lib/hooks/use-form.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { OneTimeSecret } from '../../../ui/content/one-time-secret.tsx'
import { EventSelection } from './event-selection.tsx'
import type { WebhookKind } from './event-groups.ts'
import { newSecret } from './new-secret.ts'
import { urlProblem } from './url-problem.ts'

interface EndpointFormProps {
  readonly onAdded: (id: string) => void
  readonly onCancel: () => void
}

/** Adds an endpoint; its secret is shown once. */
export function EndpointForm({ onAdded, onCancel }: EndpointFormProps) {
  const form = useForm({ url: '' }, ({ url }) => ({ url: urlProblem(url) }))
  const [secret] = useState(newSecret)
  const [events, setEvents] = useState<readonly WebhookKind[]>(defaultWebhookKinds)
  const create = useWrite(api.webhooks.createWebhookEndpoint)
  if (create.data !== undefined) {
    const { endpoint } = create.data
    return (
      <OneTimeSecret secret={secret} description={say('copySecretNow')} onDone={() => onAdded(endpoint.id)} />
    )
  }
  return (
    <Form
      submitLabel={say('addEndpoint')}
      busy={create.isPending}
      error={null}
      secondaryAction={
        <Button variant="quiet" onClick={onCancel}>
          {say('cancel')}
        </Button>
      }
      onSubmit={form.submit(({ url }) => {
        if (events.length > 0) create.mutate({ url, secret, events: [...events] })
      })}
    >
      <Field
        label={say('endpointUrl')}
        type="url"
        placeholder="https://example.com/souk"
        hint={say('newEndpointHint')}
        {...form.field('url')}
      />
      {create.error === null ? null : <ErrorMessage error={create.error} />}
      <EventSelection selected={events} onChange={setEvents} />
      {events.length === 0 ? <p role="alert">{say('chooseOne')}</p> : null}
    </Form>
  )
}
