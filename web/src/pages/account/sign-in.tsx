import { Link, useNavigate, useSearchParams } from 'react-router'
import { api, cache, useWrite } from '../../api.ts'
import { missing, useForm } from '../../lib/form.ts'
import { nextPlace } from '../../lib/next-place.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel } from '../../ui/layout.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({ email: '', password: '' }, ({ email, password }) => ({
    email: missing(email, 'Your email address'),
    password: missing(password, 'Your password'),
  }))
  const signIn = useWrite(api.sessions.createSession, {
    // Whoever goes on before it is known who they are is taken for a stranger.
    onDone: () => void cache.invalidateQueries().then(() => navigate(nextPlace(search.get('next')))),
  })
  return (
    <Page title="Sign in" narrow>
      <Panel>
        <Form
          send="Sign in"
          busy={signIn.isPending}
          error={signIn.error}
          beside={<Link to="/reset-password">Forgot your password?</Link>}
          onSubmit={form.submit((values) => signIn.mutate({ ...values, cookie: true }))}
        >
          <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
        </Form>
      </Panel>
      <p>
        New here? <Link to={`/sign-up?${search}`}>Create an account</Link>
      </p>
    </Page>
  )
}
