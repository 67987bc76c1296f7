import { useParams } from 'react-router'
import type { Organization } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { TextAreaField, Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page, Panel, Row, Split } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { InviteForm } from './invite.tsx'
import { Members, roles, invalidates } from './members.tsx'
import { OrganizationAgents } from './organization-agents.tsx'
import { say } from '../../messages/en/organizations.ts'

export function Component() {
  const { handle = '' } = useParams()
  const query = useRead(api.organizations.getOrganizationByHandle, { handle })
  return (
    <QueryPage query={query}>
      {({ organization }) => <OrganizationDetails organization={organization} />}
    </QueryPage>
  )
}

function OrganizationDetails({ organization }: { organization: Organization }) {
  const { id, role } = organization
  const canManage = role === 'owner' || role === 'admin'
  return (
    <Page
      title={organization.displayName}
      lead={
        <Row>
          <span>@{organization.handle}</span>
          {role === null ? null : <Badge>{roles[role]}</Badge>}
        </Row>
      }
    >
      <Split
        aside={
          canManage ? (
            <>
              <Panel title={say('inviteMembers')}>
                <InviteForm id={id} />
              </Panel>
              <Panel title={say('details')}>
                <DetailsForm organization={organization} />
              </Panel>
            </>
          ) : null
        }
      >
        {organization.description === '' ? null : (
          <Panel>
            <UserText text={organization.description} />
          </Panel>
        )}
        <Panel title={say('agents')}>
          <OrganizationAgents organization={organization} canManage={canManage} />
        </Panel>
        {role === null ? null : (
          <Panel title={say('members')}>
            <Members id={id} canManage={canManage} />
          </Panel>
        )}
      </Split>
    </Page>
  )
}

function DetailsForm({
  organization: { id, displayName, description, role },
}: {
  organization: Organization
}) {
  const form = useForm({ displayName, description }, (values) => ({
    displayName: required(values.displayName, say('enterAName')) ?? maxLength(values.displayName, 64),
    description: maxLength(values.description, 5000),
  }))
  const update = useWrite(api.organizations.updateOrganization, {
    invalidates,
    onDone: () => toast(say('changesSaved')),
  })
  const remove = useDeleteOrganization()
  useUnsaved(form.isDirty && !update.isPending && !remove.isPending)
  return (
    <>
      <Form
        submitLabel={say('saveChanges')}
        busy={update.isPending}
        error={update.error}
        onSubmit={form.submit((values) => update.mutate({ id, ...values }))}
      >
        <Field label={say('name')} dir="auto" {...form.field('displayName')} />
        <TextAreaField label={say('description')} rows={3} {...form.field('description')} />
      </Form>
      {role === 'owner' ? <DeleteOrganization {...{ id, displayName, remove }} /> : null}
    </>
  )
}

function useDeleteOrganization() {
  const navigate = useNavigate()
  return useWrite(api.organizations.deleteOrganization, {
    invalidates,
    onDone: () => void navigate('/organizations'),
  })
}

interface DeleteOrganizationProps {
  readonly id: string
  readonly displayName: string
  readonly remove: ReturnType<typeof useDeleteOrganization>
}

function DeleteOrganization({ id, displayName, remove }: DeleteOrganizationProps) {
  return (
    <ConfirmButton
      label={say('deleteOrganization')}
      variant="danger"
      title={say('deleteTitle', { displayName })}
      confirmLabel={say('deleteOrganization')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ id })}
    >
      <p>{say('deleteConsequence')}</p>
    </ConfirmButton>
  )
}
