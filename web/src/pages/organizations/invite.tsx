import { useState } from 'react'
import type { Role } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/hooks/use-form.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { SelectField, Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { roles, invalidates } from './members.tsx'
import { say } from '../../messages/en/organizations.ts'

export function InviteForm({ id }: { id: string }) {
  const [role, setRole] = useState<Role>('member')
  const form = useForm({ email: '' }, ({ email }) => ({ email: required(email, say('enterAnEmailAddress')) }))
  const invite = useWrite(api.organizations.inviteMember, {
    invalidates,
    onDone: () => {
      form.reset()
      toast(say('invitationSent'))
    },
  })
  return (
    <>
      <Form
        submitLabel={say('sendInvitation')}
        busy={invite.isPending}
        error={invite.error}
        onSubmit={form.submit(({ email }) => invite.mutate({ id, email, role }))}
      >
        <Field label={say('email')} type="email" {...form.field('email')} />
        <SelectField label={say('role')} value={role} options={roles} onSelect={setRole} />
      </Form>
      <PendingInvitations id={id} />
    </>
  )
}

function PendingInvitations({ id }: { id: string }) {
  const pages = usePages(api.organizations.listInvitations, { id }, { pollMs: 5000 })
  const withdraw = useWrite(api.organizations.withdrawInvitation, { invalidates })
  const inviteAgain = useWrite(api.organizations.inviteMember, { invalidates })
  const pending = pages.items?.filter(({ state }) => state === 'pending')
  if (pending?.length === 0) return null
  return (
    <Stack gap={2}>
      <h3>{say('pendingInvitations')}</h3>
      <PagedList pages={{ ...pages, items: pending }} empty={null}>
        {(items) =>
          items.map(({ id: invitationId, email, role }) => (
            <Row spread key={invitationId}>
              <span>
                {email ?? say('existingUser')} <Badge>{roles[role]}</Badge>
              </span>
              <Button
                variant="quiet"
                busy={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(
                    { id, invitationId },
                    {
                      onSuccess: () =>
                        toast(
                          say('invitationWithdrawn'),
                          email === null ? undefined : () => inviteAgain.mutate({ id, email, role }),
                        ),
                    },
                  )
                }
              >
                {say('withdraw')}
              </Button>
            </Row>
          ))
        }
      </PagedList>
      {withdraw.error === null ? null : <ErrorMessage error={withdraw.error} />}
    </Stack>
  )
}
