import { api, usePages, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/hooks/use-form.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { roles } from './members.tsx'
import { say } from '../../messages/en/organizations.ts'

const invalidates = ['users', 'organizations'] as const

export function Component() {
  const mine = usePages(api.users.listMyOrganizations, {}, { pollMs: 5000 })
  return (
    <Page title={say('organizations')} lead={say('lead')} narrow>
      <Invitations />
      <Panel title={say('yourOrganizations')}>
        <PagedList
          pages={mine}
          empty={
            <EmptyState title={say('noOrganizationsYet')}>
              <p>{say('noOrganizationsHint')}</p>
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
                    <span>{say('memberCount', { count: memberCount })}</span>
                  </Row>
                </Row>
              ))}
            </Stack>
          )}
        </PagedList>
      </Panel>
      <Panel title={say('createAnOrganization')}>
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
    <Panel title={say('invitations')}>
      <Stack gap={3}>
        {pending.map(({ id, organization, role, invitedBy }) => (
          <Row spread key={id}>
            <span>
              {say('invitedYou', {
                displayName: invitedBy.displayName,
                organization: organization.displayName,
                role: roles[role],
              })}
            </span>
            <Row>
              <Button
                variant="primary"
                busy={respond.isPending}
                onClick={() => respond.mutate({ invitationId: id, accept: true })}
              >
                {say('accept')}
              </Button>
              <Button
                busy={respond.isPending}
                onClick={() => respond.mutate({ invitationId: id, accept: false })}
              >
                {say('decline')}
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
    displayName: required(displayName, say('enterAName')),
    handle: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(handle) ? undefined : say('handleInvalid'),
  }))
  const create = useWrite(api.organizations.createOrganization, { invalidates, onDone: form.reset })
  return (
    <Form
      submitLabel={say('create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label={say('name')} {...form.field('displayName')} />
      <Field label={say('handle')} hint={say('handleHint')} {...form.field('handle')} />
    </Form>
  )
}
