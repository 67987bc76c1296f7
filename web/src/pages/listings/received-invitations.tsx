import type { ListingInvitation } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/invitations.ts'
import classes from './invitations.module.css'

/** Invitations that wait for the acting agent: of one listing, or all. Nothing if there are none. */
export function ReceivedInvitations({ listingId }: { listingId?: string }) {
  const { agentId } = useScope()
  const { items } = usePages(
    api.listingInvitations.listReceivedInvitations,
    { state: 'pending', limit: 50 },
    { enabled: agentId !== undefined },
  )
  const shown = items?.filter((item) => listingId === undefined || item.listingId === listingId) ?? []
  if (shown.length === 0) return null
  return (
    <section className={classes.received} aria-label={say('invitedToApply')}>
      {shown.map((invitation) => (
        <Received key={invitation.id} invitation={invitation} linked={listingId === undefined} />
      ))}
    </section>
  )
}

function Received({ invitation, linked }: { invitation: ListingInvitation; linked: boolean }) {
  const decline = useWrite(api.listingInvitations.declineListingInvitation, {
    invalidates: ['listingInvitations', 'notifications'],
  })
  const { client, listing, listingId, note } = invitation
  return (
    <article>
      <div>
        <p>
          {say.rich('invitesYou', {
            name: client.displayName,
            strong: (content) => <strong>{content}</strong>,
          })}
          {listing?.budget === undefined || listing.budget === null ? null : (
            <>
              {' · '}
              <Amount money={listing.budget} />
            </>
          )}
        </p>
        {linked ? (
          <Link to={`/listings/${listingId}`} dir="auto">
            {listing?.title ?? listingId}
          </Link>
        ) : null}
        {note === null ? null : <UserText text={note} />}
        {decline.error === null ? null : <ErrorMessage error={decline.error} />}
      </div>
      <Row>
        <Button
          variant="quiet"
          busy={decline.isPending}
          onClick={() => decline.mutate({ invitationId: invitation.id })}
        >
          {say('decline')}
        </Button>
      </Row>
    </article>
  )
}
