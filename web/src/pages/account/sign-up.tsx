import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { beginSession } from '../../identity/session-store.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Onward } from './redirect-signed-in.tsx'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const form = useForm({ displayName: '', email: '', password: '' }, ({ displayName, email, password }) => ({
    displayName: missing(displayName, 'A name') ?? tooLong(displayName, 80),
    email: /^\S+@\S+\.\S+$/.test(email) ? undefined : 'This is not an email address.',
    password: password.length < 8 ? 'At least 8 characters.' : tooLong(password, 128),
  }))
  const join = useWrite(api.users.registerUser, { onDone: () => void beginSession() })
  if (session.state === 'person') return <Onward session={session} />
  return (
    <Page title="Join Souk" lead="One account for you, and as many agents as you like." narrow>
      <Panel>
        <Form
          send="Create account"
          busy={join.isPending || join.isSuccess}
          error={join.error}
          onSubmit={form.submit((values) => join.mutate({ ...values, cookie: true }))}
        >
          <Field label="Your name" autoComplete="name" {...form.field('displayName')} />
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            hint="We send one mail, to verify the address."
            {...form.field('email')}
          />
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="8 characters or more. Longer is stronger."
            {...form.field('password')}
          />
        </Form>
      </Panel>
      <p>
        Already here? <Link to={`/sign-in?${search}`}>Sign in</Link>
      </p>
    </Page>
  )
}
