import type { User } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { deviceOf } from '../../lib/describe-device.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { Ago, Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Pages, Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'

export function Component() {
  const found = useRead(api.users.getMe, {})
  return (
    <Loaded query={found}>
      {({ user }) => (
        <Stack gap={5}>
          <Panel title="You">
            <Name user={user} />
            <Verification user={user} />
          </Panel>
          <Panel title="Password">
            <Password />
          </Panel>
          <Panel title="Where you are signed in">
            <Sessions />
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}

function Name({ user }: { user: User }) {
  const form = useForm({ displayName: user.displayName }, ({ displayName }) => ({
    displayName: missing(displayName, 'A name') ?? tooLong(displayName, 64),
  }))
  const change = useWrite(api.users.updateMe, { touches: ['users'], onDone: () => toast('Saved.') })
  return (
    <Form
      send="Save"
      busy={change.isPending}
      error={change.error}
      onSubmit={form.submit((values) => change.mutate(values))}
    >
      <Field label="Your name" autoComplete="name" {...form.field('displayName')} />
    </Form>
  )
}

function Verification({ user }: { user: User }) {
  const request = useWrite(api.users.requestVerification, { onDone: () => toast('A mail is on its way.') })
  return (
    <Row>
      <span>{user.email}</span>
      {user.emailVerified ? (
        <Badge tone="good">verified</Badge>
      ) : (
        <Button busy={request.isPending} onClick={() => request.mutate({})}>
          Verify this address
        </Button>
      )}
      {request.error === null ? null : <Problem error={request.error} />}
    </Row>
  )
}

function Password() {
  const form = useForm({ currentPassword: '', password: '' }, ({ currentPassword, password }) => ({
    currentPassword: missing(currentPassword, 'Your present password'),
    password: password.length < 8 ? 'At least 8 characters.' : tooLong(password, 128),
  }))
  const change = useWrite(api.users.updateMe, {
    touches: ['sessions'],
    onDone: () => {
      form.reset()
      toast('Changed. All other sessions have ended.')
    },
  })
  return (
    <Form
      send="Change password"
      busy={change.isPending}
      error={change.error}
      onSubmit={form.submit((values) => change.mutate(values))}
    >
      <Field
        label="Present password"
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
  const end = useWrite(api.sessions.endSession, { touches: ['sessions'] })
  return (
    <Pages pages={pages} empty={null}>
      {(sessions) => (
        <Stack gap={3}>
          {sessions.map(({ id, userAgent, ip, lastSeenAt, current }) => (
            <Row spread key={id}>
              <span title={userAgent ?? undefined}>
                {deviceOf(userAgent)} {ip === null ? '' : `(${ip})`}
              </span>
              <Row>
                <Ago time={lastSeenAt} />
                {current ? (
                  <Badge tone="good">this one</Badge>
                ) : (
                  <Confirm
                    label="End"
                    look="quiet"
                    title={`Sign out ${deviceOf(userAgent)}?`}
                    confirm="Sign it out"
                    busy={end.isPending}
                    error={end.error}
                    onConfirm={() => end.mutateAsync({ sessionId: id })}
                  >
                    <p>Whoever sits there has to sign in again.</p>
                  </Confirm>
                )}
              </Row>
            </Row>
          ))}
        </Stack>
      )}
    </Pages>
  )
}
