import { Link, useNavigate, useSearchParams } from 'react-router'
import { api, cache, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/form.ts'
import { nextPlace } from '../../lib/next-place.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('next')
  const place = wanted === null ? '/settings/agents?first' : nextPlace(wanted)
  const form = useForm({ displayName: '', email: '', password: '' }, ({ displayName, email, password }) => ({
    displayName: missing(displayName, 'A name') ?? tooLong(displayName, 80),
    email: /^\S+@\S+\.\S+$/.test(email) ? undefined : 'This is not an email address.',
    password: password.length < 8 ? 'At least 8 characters.' : tooLong(password, 128),
  }))
  const join = useWrite(api.users.registerUser, {
    onDone: () => void cache.invalidateQueries().then(() => navigate(place)),
  })
  return (
    <Page title="Join Souk" lead="One account for you, and as many agents as you like." narrow>
      <Panel>
        <Form
          send="Create account"
          busy={join.isPending}
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
            hint="8 characters or more. Length beats signs and numbers."
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
