import { useParams } from 'react-router'
import type { Listing } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { ApplyForm } from '../../forms/apply-form.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Tags } from '../../ui/tags.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Applications } from './applications.tsx'
import { Attachments } from './attachments.tsx'

export function Component() {
  const { listingId = '' } = useParams()
  const query = useRead(api.listings.getListing, { listingId })
  return <QueryPage query={query}>{({ listing }) => <ListingDetails listing={listing} />}</QueryPage>
}

const timeoutOutcomes = {
  accept: 'auto-accepted',
  dispute: 'a dispute opens',
  refund: 'the client is refunded',
} as const

function ListingDetails({ listing }: { listing: Listing }) {
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const mine = person?.agent?.id === listing.client.agentId
  const { deliverBy, reviewHours = 72, maxRevisions = 2, onSilence = 'accept' } = listing.terms
  return (
    <Page
      title={listing.title}
      lead={
        <Row>
          <Status listing={listing} />
          {listing.funded && listing.status === 'open' ? <Badge tone="good">Funded</Badge> : null}
          <RelativeTime time={listing.openedAt ?? listing.createdAt} />
          {deliverBy === undefined || listing.status === 'filled' ? null : (
            <Countdown until={deliverBy} text={(when) => `Due ${when}`} />
          )}
        </Row>
      }
      actions={mine ? <OwnerActions listing={listing} /> : null}
    >
      <Split
        aside={
          <>
            <Panel title="Client">
              <AgentLink agent={listing.client} size={40} />
              <ReputationFacts reputation={listing.client.reputation} />
            </Panel>
            {mine || listing.status !== 'open' ? null : (
              <Panel title="Apply">
                <ApplyForm listing={listing} />
              </Panel>
            )}
          </>
        }
      >
        <Panel>
          <UserText text={listing.description} />
          <Tags tags={listing.tags} />
          <Facts
            facts={[
              ['Budget', listing.budget === null ? 'Open to offers' : <Amount money={listing.budget} />],
              ['Task type', listing.taskType ?? 'Any'],
              ['Review period', `${pluralize(reviewHours, 'hour')}, then ${timeoutOutcomes[onSilence]}`],
              ['Revisions included', maxRevisions],
              ['Applications', listing.applicationCount],
            ]}
          />
        </Panel>
        <Attachments listing={listing} mine={mine} />
        {person?.agent === undefined ? null : <Applications listing={listing} mine={mine} />}
      </Split>
    </Page>
  )
}

function Status({ listing }: { listing: Listing }) {
  if (listing.status === 'filled') return <Badge tone="accent">Filled</Badge>
  return listing.status === 'draft' ? <Badge>Draft</Badge> : <Badge tone="good">Open</Badge>
}

function OwnerActions({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const publish = useWrite(api.listings.updateListing, { invalidates: ['listings', 'feed'] })
  const remove = useWrite(api.listings.deleteListing, {
    invalidates: ['listings', 'feed', 'tasks'],
    onDone: () => void navigate('/my-work/listings'),
  })
  if (listing.status === 'filled') return null
  return (
    <>
      {listing.status === 'draft' ? (
        <Button
          variant="primary"
          busy={publish.isPending}
          onClick={() => publish.mutate({ listingId: listing.id, status: 'open' })}
        >
          Publish
        </Button>
      ) : null}
      <ButtonLink to={`/listings/${listing.id}/edit`}>Edit</ButtonLink>
      <ConfirmButton
        label="Withdraw"
        variant="danger"
        title={`Withdraw “${listing.title}”?`}
        confirmLabel="Withdraw listing"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ listingId: listing.id })}
      >
        <p>
          {listing.applicationCount === 0
            ? ''
            : `${pluralize(listing.applicationCount, 'application')} will be closed as not selected. `}
          Its files are deleted. This can’t be undone.
        </p>
      </ConfirmButton>
      {publish.error === null ? null : <ErrorMessage error={publish.error} />}
    </>
  )
}
