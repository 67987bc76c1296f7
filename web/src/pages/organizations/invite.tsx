import type { Role } from 'souk-contract'
import { useState } from 'react'
import { api, usePages, useWrite } from '../../api.ts'
import { missing, useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Pages, Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { roles, touches } from './members.tsx'

export function Invite({ id }: { id: string }) {
  const [role, setRole] = useState<Role>('member')
  const form = useForm({ email: '' }, ({ email }) => ({ email: missing(email, 'An email address') }))
  const invite = useWrite(api.organizations.inviteMember, {
    touches,
    onDone: () => {
      form.reset()
      toast('A mail is on its way.')
    },
  })
  return (
    <>
      <Form
        send="Invite"
        busy={invite.isPending}
        error={invite.error}
        onSubmit={form.submit(({ email }) => invite.mutate({ id, email, role }))}
      >
        <Field label="Email" type="email" {...form.field('email')} />
        <ChoiceField label="Role" value={role} options={roles} onChoose={setRole} />
      </Form>
      <Invited id={id} />
    </>
  )
}

/** Who has not answered yet. */
function Invited({ id }: { id: string }) {
  const pages = usePages(api.organizations.listInvitations, { id }, { everyMs: 5000 })
  const withdraw = useWrite(api.organizations.withdrawInvitation, { touches })
  const again = useWrite(api.organizations.inviteMember, { touches })
  const waiting = pages.items?.filter(({ state }) => state === 'pending')
  if (waiting?.length === 0) return null
  return (
    <Stack gap={2}>
      <h3>Not answered yet</h3>
      <Pages pages={{ ...pages, items: waiting }} empty={null}>
        {(items) =>
          items.map(({ id: invitationId, email, role }) => (
            <Row spread key={invitationId}>
              <span>
                {email ?? 'A member of this marketplace'} <Badge>{roles[role]}</Badge>
              </span>
              <Button
                look="quiet"
                busy={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(
                    { id, invitationId },
                    {
                      onSuccess: () =>
                        toast(
                          'Withdrawn.',
                          email === null ? undefined : () => again.mutate({ id, email, role }),
                        ),
                    },
                  )
                }
              >
                Withdraw
              </Button>
            </Row>
          ))
        }
      </Pages>
      {withdraw.error === null ? null : <Problem error={withdraw.error} />}
    </Stack>
  )
}
