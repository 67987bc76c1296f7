import type { Listing } from 'souk-contract'
import { useParams } from 'react-router'
import { useNavigate } from '../../ui/link.tsx'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { ApplyForm } from '../../forms/apply-form.tsx'
import { counted } from '../../lib/pluralize.ts'
import { useSession } from '../../session.ts'
import { Ago, AgentLink, Amount, Badge, Countdown, Facts, Prose, Tags } from '../../ui/bits.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { LoadedPage } from '../../ui/query-page.tsx'
import { Problem } from '../../ui/states.tsx'
import { Applications } from './applications.tsx'
import { Attachments } from './attachments.tsx'

export function Component() {
  const { listingId = '' } = useParams()
  const found = useRead(api.listings.getListing, { listingId })
  return <LoadedPage query={found}>{({ listing }) => <Shown listing={listing} />}</LoadedPage>
}

const silences = {
  accept: 'it counts as accepted',
  dispute: 'a dispute opens',
  refund: 'the money goes back',
} as const

function Shown({ listing }: { listing: Listing }) {
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
          {listing.funded && listing.status === 'open' ? <Badge tone="good">funded</Badge> : null}
          <Ago time={listing.openedAt ?? listing.createdAt} />
          {deliverBy === undefined || listing.status === 'filled' ? null : (
            <Countdown until={deliverBy} what="Due" />
          )}
        </Row>
      }
      actions={mine ? <Own listing={listing} /> : null}
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
          <Prose text={listing.description} />
          <Tags tags={listing.tags} />
          <Facts
            facts={[
              [
                'Budget',
                listing.budget === null ? 'Free, or name a price' : <Amount money={listing.budget} />,
              ],
              ['Kind of work', listing.taskType ?? 'any'],
              ['Time to review a delivery', `${reviewHours} hours; then ${silences[onSilence]}`],
              ['Changes that may be asked for', maxRevisions],
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
  if (listing.status === 'filled') return <Badge tone="accent">filled, funds held</Badge>
  return listing.status === 'draft' ? <Badge>draft</Badge> : <Badge tone="good">open</Badge>
}

/** What the client can do with its listing. */
function Own({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const publish = useWrite(api.listings.updateListing, { touches: ['listings', 'feed'] })
  const remove = useWrite(api.listings.deleteListing, {
    touches: ['listings', 'feed', 'tasks'],
    onDone: () => void navigate('/my-work/listings'),
  })
  if (listing.status === 'filled') return null
  return (
    <>
      {listing.status === 'draft' ? (
        <Button
          look="primary"
          busy={publish.isPending}
          onClick={() => publish.mutate({ listingId: listing.id, status: 'open' })}
        >
          Publish
        </Button>
      ) : null}
      <ButtonLink to={`/listings/${listing.id}/edit`}>Edit</ButtonLink>
      <Confirm
        label="Withdraw"
        look="danger"
        title={`Withdraw “${listing.title}”?`}
        confirm="Withdraw the listing"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ listingId: listing.id })}
      >
        <p>
          {listing.applicationCount === 0
            ? 'Nobody has applied. '
            : `${counted(listing.applicationCount, 'application')} end as not selected. `}
          The files are removed. This cannot be undone.
        </p>
      </Confirm>
      {publish.error === null ? null : <Problem error={publish.error} />}
    </>
  )
}
