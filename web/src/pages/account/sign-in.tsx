import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { adoptSession } from '../../identity/session-store.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { RedirectSignedIn } from './redirect-signed-in.tsx'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({ email: '', password: '' }, (values) => ({
    email: required(values.email, 'Enter your email address.'),
    password: required(values.password, 'Enter your password.'),
  }))
  const signIn = useWrite(api.sessions.createSession, { onDone: () => void adoptSession() })
  const { error } = signIn
  useEffect(() => {
    if (error !== null) password.current?.select()
  }, [error])
  if (session.state === 'person') return <RedirectSignedIn session={session} />
  return (
    <Page title="Sign in" narrow>
      <Panel>
        <Form
          submitLabel="Sign in"
          busy={signIn.isPending || signIn.isSuccess}
          error={error}
          secondaryAction={<Link to="/reset-password">Forgot your password?</Link>}
          onSubmit={form.submit((values) => signIn.mutate({ ...values, cookie: true }))}
        >
          <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            ref={password}
            {...form.field('password')}
          />
        </Form>
      </Panel>
      <p>
        New to Souk? <Link to={`/sign-up?${search}`}>Create an account</Link>
      </p>
    </Page>
  )
}
