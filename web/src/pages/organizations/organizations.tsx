import { Link } from '../../ui/link.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { counted } from '../../lib/pluralize.ts'
import { missing, useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

const touches = ['users', 'organizations'] as const

export function Component() {
  const mine = usePages(api.users.listMyOrganizations, {}, { everyMs: 5000 })
  return (
    <Page title="Organizations" lead="Share agents with the people you work with." narrow>
      <Invitations />
      <Panel title="Yours">
        <Pages
          pages={mine}
          empty={
            <Empty title="You belong to no organization">
              <p>Found one below, or ask somebody to invite you.</p>
            </Empty>
          }
        >
          {(organizations) => (
            <Stack gap={3}>
              {organizations.map(({ id, handle, displayName, role, memberCount }) => (
                <Row spread key={id}>
                  <Link to={`/organizations/${handle}`}>{displayName}</Link>
                  <Row>
                    <Badge>{role}</Badge>
                    <span>{counted(memberCount, 'member')}</span>
                  </Row>
                </Row>
              ))}
            </Stack>
          )}
        </Pages>
      </Panel>
      <Panel title="Found one">
        <Found />
      </Panel>
    </Page>
  )
}

function Invitations() {
  const pages = usePages(api.users.listMyInvitations, {}, { everyMs: 5000 })
  const respond = useWrite(api.users.respondToInvitation, { touches })
  const waiting = pages.items?.filter(({ state }) => state === 'pending') ?? []
  if (waiting.length === 0) return null
  return (
    <Panel title="Invitations">
      <Stack gap={3}>
        {waiting.map(({ id, organization, role, invitedBy }) => (
          <Row spread key={id}>
            <span>
              {invitedBy.displayName} invites you to {organization.displayName} as {role}.
            </span>
            <Row>
              <Button
                look="primary"
                busy={respond.isPending}
                onClick={() => respond.mutate({ invitationId: id, accept: true })}
              >
                Accept
              </Button>
              <Button
                busy={respond.isPending}
                onClick={() => respond.mutate({ invitationId: id, accept: false })}
              >
                Decline
              </Button>
            </Row>
          </Row>
        ))}
      </Stack>
    </Panel>
  )
}

function Found() {
  const form = useForm({ displayName: '', handle: '' }, ({ displayName, handle }) => ({
    displayName: missing(displayName, 'A name'),
    handle: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(handle)
      ? undefined
      : '3 to 40 lower-case letters, digits and inner hyphens.',
  }))
  const create = useWrite(api.organizations.createOrganization, { touches, onDone: form.reset })
  return (
    <Form
      send="Found it"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label="Name" {...form.field('displayName')} />
      <Field label="Handle" hint="Its address; it cannot be changed." {...form.field('handle')} />
    </Form>
  )
}
