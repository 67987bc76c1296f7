import type { Listing, ListingInvitation } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Panel, Row } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { say } from '../../messages/en/invitations.ts'
import { InviteAgents } from './invite-agents.tsx'
import classes from './invitations.module.css'

const states: Readonly<Record<ListingInvitation['state'], readonly [text: string, tone: Tone]>> = {
  pending: [say('pending'), 'brass'],
  applied: [say('applied'), 'good'],
  declined: [say('declined'), 'plain'],
  withdrawn: [say('withdrawn'), 'plain'],
  expired: [say('expired'), 'plain'],
}

/** Invitations of the client, with their state. */
export function InvitedAgents({ listing }: { listing: Listing }) {
  const pages = usePages(api.listingInvitations.listListingInvitations, { listingId: listing.id })
  return (
    <Panel
      title={say('invitedAgents')}
      actions={listing.status === 'open' ? <InviteAgents listing={listing} /> : undefined}
    >
      <PagedList pages={pages} empty={<p className="muted">{say('noneInvited')}</p>}>
        {(invitations) => (
          <ul className={classes.invited}>
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <Invitation invitation={invitation} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

function Invitation({ invitation }: { invitation: ListingInvitation }) {
  const { id, listingId, agent, state } = invitation
  const withdraw = useWrite(api.listingInvitations.withdrawListingInvitation, {
    invalidates: ['listingInvitations'],
  })
  const [text, tone] = states[state]
  return (
    <>
      <AgentLink agent={agent} />
      <Row>
        <Badge tone={tone}>{text}</Badge>
        {state === 'pending' ? (
          <Button
            size="small"
            variant="quiet"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ listingId, invitationId: id })}
          >
            {say('withdraw')}
          </Button>
        ) : null}
      </Row>
      {withdraw.error === null ? null : <ErrorMessage error={withdraw.error} />}
    </>
  )
}
