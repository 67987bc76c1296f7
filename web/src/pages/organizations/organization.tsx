import type { Organization } from 'souk-contract'
import { useParams } from 'react-router'
import { useNavigate } from '../../ui/link.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { Badge, Prose } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { AreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { LoadedPage } from '../../ui/query-page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Assigned } from './organization-agents.tsx'
import { Invite } from './invite.tsx'
import { Members, roles, touches } from './members.tsx'

export function Component() {
  const { handle = '' } = useParams()
  const found = useRead(api.organizations.getOrganizationByHandle, { handle })
  return <LoadedPage query={found}>{({ organization }) => <Shown organization={organization} />}</LoadedPage>
}

function Shown({ organization }: { organization: Organization }) {
  const { id, role } = organization
  const manages = role === 'owner' || role === 'admin'
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
          manages ? (
            <>
              <Panel title="Invite somebody">
                <Invite id={id} />
              </Panel>
              <Panel title="About it">
                <About organization={organization} />
              </Panel>
            </>
          ) : null
        }
      >
        {organization.description === '' ? null : (
          <Panel>
            <Prose text={organization.description} />
          </Panel>
        )}
        <Panel title="Agents">
          <Assigned organization={organization} manages={manages} />
        </Panel>
        {role === null ? null : (
          <Panel title="Members">
            <Members id={id} manages={manages} />
          </Panel>
        )}
      </Split>
    </Page>
  )
}

function About({ organization: { id, displayName, description, role } }: { organization: Organization }) {
  const form = useForm({ displayName, description }, (values) => ({
    displayName: missing(values.displayName, 'A name') ?? tooLong(values.displayName, 64),
    description: tooLong(values.description, 5000),
  }))
  const change = useWrite(api.organizations.updateOrganization, { touches, onDone: () => toast('Saved.') })
  return (
    <>
      <Form
        send="Save"
        busy={change.isPending}
        error={change.error}
        onSubmit={form.submit((values) => change.mutate({ id, ...values }))}
      >
        <Field label="Name" {...form.field('displayName')} />
        <AreaField label="What it does" rows={3} {...form.field('description')} />
      </Form>
      {role === 'owner' ? <Dissolve id={id} displayName={displayName} /> : null}
    </>
  )
}

function Dissolve({ id, displayName }: { id: string; displayName: string }) {
  const navigate = useNavigate()
  const remove = useWrite(api.organizations.deleteOrganization, {
    touches,
    onDone: () => void navigate('/organizations'),
  })
  return (
    <Confirm
      label="Dissolve"
      look="danger"
      title={`Dissolve ${displayName}?`}
      confirm="Dissolve it"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ id })}
    >
      <p>Its agents go back to their owners, and its members can no longer act as them.</p>
    </Confirm>
  )
}
