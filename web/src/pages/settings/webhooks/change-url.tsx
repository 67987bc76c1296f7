import { useState } from 'react'
import type { Webhook } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { urlProblem } from './url-problem.ts'

/** Moves an endpoint with its secret, events and deliveries to another URL. */
export function ChangeUrl({ endpoint: { id: endpointId, url } }: { endpoint: Webhook }) {
  const [text, setText] = useState(url)
  const [asked, setAsked] = useState(false)
  const update = useWrite(api.webhooks.updateWebhookEndpoint, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('urlChanged')),
  })
  const change = async () => {
    setAsked(true)
    if (urlProblem(text) !== undefined) throw new TypeError(text)
    await update.mutateAsync({ endpointId, url: text })
  }
  return (
    <ConfirmButton
      label={say('changeUrl')}
      variant="quiet"
      title={say('changeUrlQuestion')}
      confirmLabel={say('saveUrl')}
      busy={update.isPending}
      error={update.error}
      onConfirm={change}
    >
      <Field
        label={say('endpointUrl')}
        type="url"
        hint={say('changeUrlHint')}
        value={text}
        error={asked ? urlProblem(text) : undefined}
        onChange={({ target }) => setText(target.value)}
      />
    </ConfirmButton>
  )
}
