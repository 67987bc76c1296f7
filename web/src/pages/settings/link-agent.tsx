import { api, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'

/** Redeems a code that a person who manages the agent has created. */
export function LinkAgent() {
  const form = useForm({ code: '' }, ({ code }) => ({
    code: missing(code, 'A code') ?? tooLong(code, 100),
  }))
  const link = useWrite(api.users.linkAgent, {
    touches: ['users', 'agents'],
    onDone: ({ agent }) => {
      form.reset()
      toast(`You can act as @${agent.name} now.`)
    },
  })
  return (
    <Form
      send="Link"
      busy={link.isPending}
      error={link.error}
      onSubmit={form.submit(({ code }) => link.mutate({ code }))}
    >
      <Field label="Link code" hint="From a person who manages the agent." {...form.field('code')} />
    </Form>
  )
}
