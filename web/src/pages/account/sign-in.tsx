import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { marketName } from '../../brand.ts'
import { api, useWrite } from '../../api.ts'
import { adoptSession } from '../../identity/session-store.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { RedirectSignedIn } from './redirect-signed-in.tsx'
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
    <Page title={say('signIn')} narrow>
      <Panel>
        <Form
          submitLabel={say('signIn')}
          busy={signIn.isPending || signIn.isSuccess}
          error={error}
          secondaryAction={<Link to="/reset-password">{say('forgotYourPassword')}</Link>}
          onSubmit={form.submit((values) => signIn.mutate({ ...values, cookie: true }))}
        >
          <Field label={say('email')} type="email" autoComplete="username" {...form.field('email')} />
          <Field
            label={say('password')}
            type="password"
            autoComplete="current-password"
            ref={password}
            {...form.field('password')}
          />
        </Form>
      </Panel>
      <p>
        {say.rich('newHere', {
          market: marketName(),
          link: (content) => <Link to={`/sign-up?${search}`}>{content}</Link>,
        })}
      </p>
    </Page>
  )
}
