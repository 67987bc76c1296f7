import { api, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/access.ts'

/** Redeems a link code. */
export function LinkAgent() {
  const form = useForm({ code: '' }, ({ code }) => ({
    code: required(code, say('enterALinkCode')) ?? maxLength(code, 100),
  }))
  const link = useWrite(api.users.linkAgent, {
    invalidates: ['users', 'agents'],
    onDone: ({ agent }) => {
      form.reset()
      toast(say('youCanNowActAs', { name: agent.displayName }))
    },
  })
  return (
    <Form
      submitLabel={say('linkAgent')}
      busy={link.isPending}
      error={link.error}
      onSubmit={form.submit(({ code }) => link.mutate({ code }))}
    >
      <Field label={say('linkCode')} hint={say('linkCodeSource')} {...form.field('code')} />
    </Form>
  )
}
