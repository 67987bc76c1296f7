import { useSearchParams } from 'react-router'
import type { signUpModes } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { adoptSession } from '../../identity/session-store.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useSession } from '../../session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { AccountPage } from './account-page.tsx'
import { locale } from '../../messages/locale.ts'
import { RedirectSignedIn } from './redirect-signed-in.tsx'
import { signUpReason } from './sign-in-reason.ts'
import { say } from '../../messages/en/session.ts'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  const form = useForm({ displayName: '', email: '', password: '' }, ({ displayName, email, password }) => ({
    displayName: required(displayName, say('enterYourName')) ?? maxLength(displayName, 80),
    email: /^\S+@\S+\.\S+$/.test(email) ? undefined : say('enterAValidEmailAddress'),
    password: password.length < 8 ? say('useAtLeast8Characters') : maxLength(password, 128),
  }))
  const { terms = null, signUp = 'open' } = useRead(api.market.getMarket, {}).data ?? {}
  const register = useWrite(api.users.registerUser, { onDone: () => void adoptSession() })
  if (session.state === 'person') return <RedirectSignedIn session={session} />
  const alternative = say.rich('alreadyRegistered', {
    link: (content) => <Link to={`/sign-in?${search}`}>{content}</Link>,
  })
  if (signUp === 'closed')
    return (
      <AccountPage title={say('signUpClosed')} alternative={alternative}>
        <p>{say('signUpClosedText')}</p>
      </AccountPage>
    )
  return (
    <AccountPage
      title={say('createYourAccount')}
      lead={signUpReason(search.get('next')) ?? say('signUpLead')}
      alternative={alternative}
    >
      <Form
        submitLabel={say('createAccount')}
        busy={register.isPending || register.isSuccess}
        error={register.error}
        onSubmit={form.submit((values) =>
          register.mutate({
            ...values,
            ...browserSettings(),
            ...(terms === null ? {} : { termsVersion: terms.version }),
            cookie: true,
          }),
        )}
      >
        <Field label={say('yourName')} autoComplete="name" {...form.field('displayName')} />
        <Field
          label={say('email')}
          type="email"
          autoComplete="username"
          hint={emailHints[signUp]}
          {...form.field('email')}
        />
        <PasswordField
          label={say('password')}
          autoComplete="new-password"
          hint={say('passwordHint')}
          {...form.field('password')}
        />
        {terms === null ? null : (
          <p>{say.rich('signUpAcceptsTerms', { link: (content) => <Link to="/terms">{content}</Link> })}</p>
        )}
      </Form>
    </AccountPage>
  )
}

/** Hints that prevent a refusal by the sign-up policy. */
const emailHints: Readonly<Record<(typeof signUpModes)[number], string>> = {
  open: say('emailHint'),
  invitation: say('emailHintInvitation'),
  domains: say('emailHintDomains'),
  closed: '',
}

/** The account starts with the language and time zone of the browser. */
function browserSettings() {
  return { locale, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
}
