import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { marketName } from '../../brand.ts'
import { api, useWrite } from '../../api.ts'
import { adoptSession } from '../../identity/session-store.ts'
import { required, useForm } from '../../lib/hooks/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { AccountPage } from './account-page.tsx'
import { RedirectSignedIn } from './redirect-signed-in.tsx'
import { signInReason } from './sign-in-reason.ts'
import { say } from '../../messages/en/session.ts'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({ email: '', password: '' }, (values) => ({
    email: required(values.email, say('enterYourEmailAddress')),
    password: required(values.password, say('enterYourPassword')),
  }))
  const signIn = useWrite(api.sessions.createSession, { onDone: () => void adoptSession() })
  const { error } = signIn
  useEffect(() => {
    if (error !== null) password.current?.select()
  }, [error])
  if (session.state === 'person') return <RedirectSignedIn session={session} />
  return (
    <AccountPage
      title={say('signIn')}
      lead={signInReason(search.get('next'))}
      alternative={say.rich('newHere', {
        market: marketName(),
        link: (content) => <Link to={`/sign-up?${search}`}>{content}</Link>,
      })}
    >
      <Form
        submitLabel={say('signIn')}
        busy={signIn.isPending || signIn.isSuccess}
        error={error}
        secondaryAction={<Link to="/reset-password">{say('forgotYourPassword')}</Link>}
        onSubmit={form.submit((values) => signIn.mutate({ ...values, cookie: true }))}
      >
        <Field label={say('email')} type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField
          label={say('password')}
          autoComplete="current-password"
          ref={password}
          {...form.field('password')}
        />
      </Form>
    </AccountPage>
  )
}
