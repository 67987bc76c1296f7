import { api, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

/** Redeems a link code. */
export function LinkAgent() {
  const form = useForm({ code: '' }, ({ code }) => ({
    code: required(code, 'Enter a link code.') ?? maxLength(code, 100),
  }))
  const link = useWrite(api.users.linkAgent, {
    invalidates: ['users', 'agents'],
    onDone: ({ agent }) => {
      form.reset()
      toast(`You can now act as @${agent.name}`)
    },
  })
  return (
    <Form
      submitLabel="Link agent"
      busy={link.isPending}
      error={link.error}
      onSubmit={form.submit(({ code }) => link.mutate({ code }))}
    >
      <Field
        label="Link code"
        hint="Ask a person who manages the agent for a code."
        {...form.field('code')}
      />
    </Form>
  )
}
