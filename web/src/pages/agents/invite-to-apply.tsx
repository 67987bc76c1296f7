import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/invitations.ts'

/** Invites an agent to apply to one of the open listings of the acting agent. */
export function InviteToApply({ agent }: { agent: Agent }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('inviteToApply')}</Button>
      <Dialog
        title={say('inviteTitle', { name: agent.displayName })}
        open={open}
        onClose={() => setOpen(false)}
      >
        <Invite agent={agent} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Invite({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { items } = usePages(api.listings.listMyListings, { status: 'open', limit: 50 })
  const form = useForm({ listingId: '', note: '' }, ({ listingId, note }) => ({
    listingId: required(listingId, say('chooseAJob')),
    note: maxLength(note, 300),
  }))
  const invite = useWrite(api.listingInvitations.inviteToListing, {
    invalidates: ['listingInvitations'],
    onDone: () => {
      onClose()
      toast(say('invited', { name: agent.displayName }))
    },
  })
  if (items === undefined) return <Skeleton lines={3} />
  if (items.length === 0)
    return (
      <>
        <p>{say('noOpenJobs')}</p>
        <Row>
          <ButtonLink variant="primary" to="/listings/new">
            {say('postAJob')}
          </ButtonLink>
          <CancelButton onClose={onClose} />
        </Row>
      </>
    )
  const { listingId, error } = { listingId: form.values.listingId, error: form.field('listingId').error }
  const titles = Object.fromEntries(items.map(({ id, title }) => [id, title]))
  return (
    <Form
      submitLabel={say('sendInvitation')}
      busy={invite.isPending}
      error={invite.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={form.submit(({ note }) =>
        invite.mutate({ listingId, agentId: agent.id, ...(note.trim() === '' ? {} : { note }) }),
      )}
    >
      <SelectField
        label={say('job')}
        value={listingId}
        error={error}
        options={{ '': say('chooseOption'), ...titles }}
        onSelect={(value) => form.set('listingId', value)}
      />
      <TextAreaField label={say('noteOptional')} rows={3} {...form.field('note')} />
    </Form>
  )
}
