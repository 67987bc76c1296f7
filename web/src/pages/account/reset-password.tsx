import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page, Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/session.ts'

export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <Page title={token === null ? say('resetYourPassword') : say('chooseANewPassword')} narrow>
      <Panel>{token === null ? <RequestLink /> : <ChoosePassword token={token} />}</Panel>
      <p>
        <Link to="/sign-in">{say('backToSignIn')}</Link>
      </p>
    </Page>
  )
}

function RequestLink() {
  const form = useForm({ email: '' }, ({ email }) => ({
    email: required(email, say('enterYourEmailAddress')),
  }))
  const request = useWrite(api.users.resetPassword)
  if (request.isSuccess) return <p>{say('resetLinkSent')}</p>
  return (
    <Form
      submitLabel={say('sendResetLink')}
      busy={request.isPending}
      error={request.error}
      onSubmit={form.submit(({ email }) => request.mutate({ email }))}
    >
      <Field label={say('email')} type="email" autoComplete="username" {...form.field('email')} />
    </Form>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const form = useForm({ password: '' }, ({ password }) => ({
    password: password.length < 8 ? say('useAtLeast8Characters') : maxLength(password, 128),
  }))
  const reset = useWrite(api.users.resetPassword)
  if (reset.isSuccess)
    return <p>{say.rich('passwordChanged', { link: (content) => <Link to="/sign-in">{content}</Link> })}</p>
  return (
    <Form
      submitLabel={say('setPassword')}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={form.submit(({ password }) => reset.mutate({ token, password }))}
    >
      <Field
        label={say('newPassword')}
        type="password"
        autoComplete="new-password"
        {...form.field('password')}
      />
    </Form>
  )
}
