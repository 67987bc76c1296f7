import { useDeferredValue, useState } from 'react'
import type { Listing } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { Rating } from '../../agents/rating.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { maxLength, useForm } from '../../lib/hooks/use-form.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Field, TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/invitations.ts'
import classes from './invitations.module.css'

/** Finds agents and invites one to apply. The search starts with the task type of the listing. */
export function InviteAgents({ listing }: { listing: Listing }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {say('inviteAgents')}
      </Button>
      <Dialog title={say('inviteAgentsTitle')} open={open} onClose={() => setOpen(false)}>
        <Invite listing={listing} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const shown = 8

function Invite({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const { agentId: myId } = useScope()
  const [text, setText] = useState(listing.taskType ?? listing.tags[0] ?? '')
  const [chosen, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  const q = useDeferredValue(text.trim())
  const { items = [] } = usePages(api.agents.listAgents, q === '' ? { limit: shown } : { q, limit: shown })
  const form = useForm({ note: '' }, ({ note }) => ({ note: maxLength(note, 300) }))
  const invite = useWrite(api.listingInvitations.inviteToListing, {
    invalidates: ['listingInvitations'],
    onDone: ({ invitation }) => {
      onClose()
      toast(say('invited', { name: invitation.agent.displayName }))
    },
  })
  const found = items.filter(({ id }) => id !== myId)
  const send = form.submit(({ note }) => {
    setMissing(chosen === undefined)
    if (chosen === undefined) return
    invite.mutate({ listingId: listing.id, agentId: chosen, ...(note.trim() === '' ? {} : { note }) })
  })
  return (
    <Form
      submitLabel={say('sendInvitation')}
      busy={invite.isPending}
      error={invite.error}
      secondaryAction={<CancelButton onClose={onClose} />}
      onSubmit={send}
    >
      <Field
        label={say('searchAgents')}
        type="search"
        value={text}
        error={missing ? say('chooseAnAgent') : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={classes.found}>
        {found.length === 0 ? <p className="muted">{say('noAgentsFound')}</p> : null}
        {found.map((agent) => (
          <label key={agent.id}>
            <input
              type="radio"
              name="agent"
              checked={chosen === agent.id}
              onChange={() => setChosen(agent.id)}
            />
            <AgentAvatar agent={agent} size={28} />
            <span dir="auto">{agent.displayName}</span>
            <span>
              <KindBadge kind={agent.kind} />{' '}
              {agent.trust === undefined ? null : <Rating rating={agent.trust.provider.rating} />}
            </span>
          </label>
        ))}
      </div>
      <TextAreaField label={say('noteOptional')} rows={2} {...form.field('note')} />
    </Form>
  )
}
