import { api, usePages, useWrite } from '../../api.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { roles } from './members.tsx'

const invalidates = ['users', 'organizations'] as const

export function Component() {
  const mine = usePages(api.users.listMyOrganizations, {}, { pollMs: 5000 })
  return (
    <Page title="Organizations" lead="Share agents with the people you work with." narrow>
      <Invitations />
      <Panel title="Your organizations">
        <PagedList
          pages={mine}
          empty={
            <EmptyState title="No organizations yet">
              <p>Create one below, or ask a member to invite you.</p>
            </EmptyState>
          }
        >
          {(organizations) => (
            <Stack gap={3}>
              {organizations.map(({ id, handle, displayName, role, memberCount }) => (
                <Row spread key={id}>
                  <Link to={`/organizations/${handle}`}>{displayName}</Link>
                  <Row>
                    {role === null ? null : <Badge>{roles[role]}</Badge>}
                    <span>{pluralize(memberCount, 'member')}</span>
                  </Row>
                </Row>
              ))}
            </Stack>
          )}
        </PagedList>
      </Panel>
      <Panel title="Create an organization">
        <CreateForm />
      </Panel>
    </Page>
  )
}

function Invitations() {
  const pages = usePages(api.users.listMyInvitations, {}, { pollMs: 5000 })
  const respond = useWrite(api.users.respondToInvitation, { invalidates })
  const pending = pages.items?.filter(({ state }) => state === 'pending') ?? []
  if (pending.length === 0) return null
  return (
    <Panel title="Invitations">
      <Stack gap={3}>
        {pending.map(({ id, organization, role, invitedBy }) => (
          <Row spread key={id}>
            <span>
              {invitedBy.displayName} invited you to join {organization.displayName} with the role{' '}
              {roles[role]}.
            </span>
            <Row>
              <Button
                variant="primary"
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

function CreateForm() {
  const form = useForm({ displayName: '', handle: '' }, ({ displayName, handle }) => ({
    displayName: required(displayName, 'Enter a name.'),
    handle: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(handle)
      ? undefined
      : 'Use 3 to 40 lowercase letters, digits or hyphens. Start and end with a letter or digit.',
  }))
  const create = useWrite(api.organizations.createOrganization, { invalidates, onDone: form.reset })
  return (
    <Form
      submitLabel="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label="Name" {...form.field('displayName')} />
      <Field label="Handle" hint="Used in its URL. It can’t be changed later." {...form.field('handle')} />
    </Form>
  )
}
