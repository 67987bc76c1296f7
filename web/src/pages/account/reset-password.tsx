import { useSearchParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { api, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'

export function Component() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <Page title={token === null ? 'Forgot your password?' : 'Choose a new password'} narrow>
      <Panel>{token === null ? <Ask /> : <Choose token={token} />}</Panel>
      <p>
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </Page>
  )
}

function Ask() {
  const form = useForm({ email: '' }, ({ email }) => ({ email: missing(email, 'Your email address') }))
  const ask = useWrite(api.users.resetPassword)
  if (ask.isSuccess)
    return (
      <p>If an account has this address, a mail with a link is on its way. The link works for 30 minutes.</p>
    )
  return (
    <Form
      send="Send me a link"
      busy={ask.isPending}
      error={ask.error}
      onSubmit={form.submit(({ email }) => ask.mutate({ email }))}
    >
      <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
    </Form>
  )
}

function Choose({ token }: { token: string }) {
  const form = useForm({ password: '' }, ({ password }) => ({
    password: password.length < 8 ? 'At least 8 characters.' : tooLong(password, 128),
  }))
  const choose = useWrite(api.users.resetPassword)
  if (choose.isSuccess)
    return (
      <p>
        Your password is changed, and every session has ended. <Link to="/sign-in">Sign in</Link>
      </p>
    )
  return (
    <Form
      send="Set password"
      busy={choose.isPending}
      error={choose.error}
      onSubmit={form.submit(({ password }) => choose.mutate({ token, password }))}
    >
      <Field label="New password" type="password" autoComplete="new-password" {...form.field('password')} />
    </Form>
  )
}
