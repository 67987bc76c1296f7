import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'

export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <Page title={token === null ? 'Reset your password' : 'Choose a new password'} narrow>
      <Panel>{token === null ? <RequestLink /> : <ChoosePassword token={token} />}</Panel>
      <p>
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </Page>
  )
}

function RequestLink() {
  const form = useForm({ email: '' }, ({ email }) => ({
    email: required(email, 'Enter your email address.'),
  }))
  const request = useWrite(api.users.resetPassword)
  if (request.isSuccess)
    return (
      <p>If there is an account for this address, we’ve emailed a reset link. It expires in 30 minutes.</p>
    )
  return (
    <Form
      submitLabel="Send reset link"
      busy={request.isPending}
      error={request.error}
      onSubmit={form.submit(({ email }) => request.mutate({ email }))}
    >
      <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
    </Form>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const form = useForm({ password: '' }, ({ password }) => ({
    password: password.length < 8 ? 'Use at least 8 characters.' : maxLength(password, 128),
  }))
  const reset = useWrite(api.users.resetPassword)
  if (reset.isSuccess)
    return (
      <p>
        Your password was changed and you’ve been signed out everywhere. <Link to="/sign-in">Sign in</Link>
      </p>
    )
  return (
    <Form
      submitLabel="Set password"
      busy={reset.isPending}
      error={reset.error}
      onSubmit={form.submit(({ password }) => reset.mutate({ token, password }))}
    >
      <Field label="New password" type="password" autoComplete="new-password" {...form.field('password')} />
    </Form>
  )
}
