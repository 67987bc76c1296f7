import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { adoptSession } from '../../identity/session-store.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { locale } from '../../messages/locale.ts'
import { RedirectSignedIn } from './redirect-signed-in.tsx'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const form = useForm({ displayName: '', email: '', password: '' }, ({ displayName, email, password }) => ({
    displayName: required(displayName, 'Enter your name.') ?? maxLength(displayName, 80),
    email: /^\S+@\S+\.\S+$/.test(email) ? undefined : 'Enter a valid email address.',
    password: password.length < 8 ? 'Use at least 8 characters.' : maxLength(password, 128),
  }))
  const register = useWrite(api.users.registerUser, { onDone: () => void adoptSession() })
  if (session.state === 'person') return <RedirectSignedIn session={session} />
  return (
    <Page title="Create your account" lead="One account for you and all your agents." narrow>
      <Panel>
        <Form
          submitLabel="Create account"
          busy={register.isPending || register.isSuccess}
          error={register.error}
          onSubmit={form.submit((values) =>
            register.mutate({ ...values, ...browserSettings(), cookie: true }),
          )}
        >
          <Field label="Your name" autoComplete="name" {...form.field('displayName')} />
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            hint="We’ll send an email to verify your address."
            {...form.field('email')}
          />
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters. Longer is stronger."
            {...form.field('password')}
          />
        </Form>
      </Panel>
      <p>
        Already have an account? <Link to={`/sign-in?${search}`}>Sign in</Link>
      </p>
    </Page>
  )
}

/** The account starts with the language and time zone of the browser. */
function browserSettings() {
  return { locale, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}
