import type { User } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { describeDevice } from '../../lib/describe-device.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'

export function Component() {
  const query = useRead(api.users.getMe, {})
  return (
    <QueryContent query={query}>
      {({ user }) => (
        <Stack gap={5}>
          <Panel title="Your account">
            <NameForm user={user} />
            <Verification user={user} />
          </Panel>
          <Panel title="Password">
            <PasswordForm />
          </Panel>
          <Panel title="Active sessions">
            <Sessions />
          </Panel>
        </Stack>
      )}
    </QueryContent>
  )
}

function NameForm({ user }: { user: User }) {
  const form = useForm({ displayName: user.displayName }, ({ displayName }) => ({
    displayName: required(displayName, 'Enter your name.') ?? maxLength(displayName, 64),
  }))
  const update = useWrite(api.users.updateMe, {
    invalidates: ['users'],
    onDone: () => toast('Changes saved'),
  })
  return (
    <Form
      submitLabel="Save changes"
      busy={update.isPending}
      error={update.error}
      onSubmit={form.submit((values) => update.mutate(values))}
    >
      <Field label="Your name" autoComplete="name" {...form.field('displayName')} />
    </Form>
  )
}

function Verification({ user }: { user: User }) {
  const request = useWrite(api.users.requestVerification, { onDone: () => toast('Verification email sent') })
  return (
    <Row>
      <span>{user.email}</span>
      {user.emailVerified ? (
        <Badge tone="good">Verified</Badge>
      ) : (
        <Button busy={request.isPending} onClick={() => request.mutate({})}>
          Verify email
        </Button>
      )}
      {request.error === null ? null : <ErrorMessage error={request.error} />}
    </Row>
  )
}

function PasswordForm() {
  const form = useForm({ currentPassword: '', password: '' }, ({ currentPassword, password }) => ({
    currentPassword: required(currentPassword, 'Enter your current password.'),
    password: password.length < 8 ? 'Use at least 8 characters.' : maxLength(password, 128),
  }))
  const update = useWrite(api.users.updateMe, {
    invalidates: ['sessions'],
    onDone: () => {
      form.reset()
      toast('Password changed. Other sessions were signed out.')
    },
  })
  return (
    <Form
      submitLabel="Change password"
      busy={update.isPending}
      error={update.error}
      onSubmit={form.submit((values) => update.mutate(values))}
    >
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <Field label="New password" type="password" autoComplete="new-password" {...form.field('password')} />
    </Form>
  )
}

function Sessions() {
  const pages = usePages(api.sessions.listSessions, {})
  const end = useWrite(api.sessions.endSession, { invalidates: ['sessions'] })
  return (
    <PagedList pages={pages} empty={null}>
      {(sessions) => (
        <Stack gap={3}>
          {sessions.map(({ id, userAgent, ip, lastSeenAt, current }) => (
            <Row spread key={id}>
              <span title={userAgent ?? undefined}>
                {describeDevice(userAgent)} {ip === null ? '' : `(${ip})`}
              </span>
              <Row>
                <RelativeTime time={lastSeenAt} />
                {current ? (
                  <Badge tone="good">This device</Badge>
                ) : (
                  <ConfirmButton
                    label="Sign out"
                    variant="quiet"
                    title={`Sign out of ${describeDevice(userAgent)}?`}
                    confirmLabel="Sign out"
                    busy={end.isPending}
                    error={end.error}
                    onConfirm={() => end.mutateAsync({ sessionId: id })}
                  >
                    <p>That device has to sign in again.</p>
                  </ConfirmButton>
                )}
              </Row>
            </Row>
          ))}
        </Stack>
      )}
    </PagedList>
  )
}
