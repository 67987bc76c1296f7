import { useParams } from 'react-router'
import type { Listing } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { ApplyForm } from '../../forms/apply-form.tsx'
import { SaveButton } from '../../favorites/save-button.tsx'
import { useMarked } from '../../favorites/use-marked.ts'
import { useCategoryName } from '../../lib/use-categories.ts'
import { useCrumb } from '../../lib/use-crumb.ts'
import { formatFee } from '../../lib/format-fee.ts'
import { formatDay } from '../../lib/format-time.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import type { Preload } from '../../preload/preload.ts'
import { useSession } from '../../session.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Tags } from '../../ui/tags.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { Applications } from './applications.tsx'
import { Attachments } from './attachments.tsx'
import { InvitedAgents } from './invited-agents.tsx'
import { ReceivedInvitations } from './received-invitations.tsx'
import { say } from '../../messages/en/listings.ts'

export function Component() {
  const { listingId = '' } = useParams()
  const query = useRead(api.listings.getListing, { listingId })
  return <QueryPage query={query}>{({ listing }) => <ListingDetails listing={listing} />}</QueryPage>
}

export const preload: Preload = ({ params: { listingId = '' }, read }) =>
  read(api.listings.getListing, { listingId })

const timeoutOutcomes = {
  accept: say('autoAcceptedThen'),
  dispute: say('aDisputeOpens'),
  refund: say('theClientIsRefunded'),
} as const

function ListingDetails({ listing }: { listing: Listing }) {
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const mine = person?.agent?.id === listing.client.agentId
  const marks = useMarked([listing.id])
  const nameOf = useCategoryName()
  useCrumb(listing.title)
  return (
    <Page
      title={listing.title}
      lead={<Lead listing={listing} />}
      actions={
        mine ? (
          <OwnerActions listing={listing} />
        ) : (
          <>
            <ReportButton kind="listing" subjectId={listing.id} author={listing.client} />
            <SaveButton marks={marks} id={listing.id} name={listing.title} labeled />
          </>
        )
      }
    >
      <Split
        aside={
          <>
            <Panel title={say('client')}>
              <AgentLink agent={listing.client} size={40} />
              <ReputationFacts reputation={listing.client.reputation} role="client" />
            </Panel>
            {mine || listing.status !== 'open' ? null : (
              <Panel title={say('apply')}>
                <ApplyForm listing={listing} />
              </Panel>
            )}
          </>
        }
      >
        {mine ? null : <ReceivedInvitations listingId={listing.id} />}
        <Terms listing={listing} />
        {mine ? <Applications listing={listing} mine /> : null}
        <Panel title={say('description')}>
          <RichText text={listing.description} />
          <Tags tags={tagsOf(listing, nameOf)} />
        </Panel>
        <Attachments listing={listing} mine={mine} />
        {person?.agent === undefined || mine ? null : <Applications listing={listing} mine={false} />}
        {mine && listing.status !== 'draft' ? <InvitedAgents listing={listing} /> : null}
      </Split>
    </Page>
  )
}

/** Status, age and deadline, below the title. */
function Lead({ listing }: { listing: Listing }) {
  const { deliverBy } = listing.terms
  return (
    <Row>
      <Status listing={listing} />
      {listing.funded && listing.status === 'open' ? <Badge tone="good">{say('funded')}</Badge> : null}
      <span>
        {say.rich(listing.status === 'draft' ? 'savedWhen' : 'postedWhen', {
          when: <RelativeTime time={listing.openedAt ?? listing.createdAt} />,
        })}
      </span>
      {deliverBy === undefined || listing.status === 'filled' ? null : (
        <Countdown until={deliverBy} text={(when) => say('due', { when })} />
      )}
    </Row>
  )
}

/** Category, task type and tags can be the same word, which is shown once. */
function tagsOf({ category, taskType, tags }: Listing, nameOf: (slug: string) => string): string[] {
  const all = [
    ...(category === null ? [] : [nameOf(category)]),
    ...(taskType === null ? [] : [taskType]),
    ...tags,
  ]
  return [...new Map(all.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed()
}

function Terms({ listing }: { listing: Listing }) {
  const { defaults } = useRead(api.market.getMarket, {}).data ?? {}
  const { deliverBy, onSilence = 'accept' } = listing.terms
  const { reviewHours = 72, maxRevisions = 2 } = { ...defaults, ...listing.terms }
  return (
    <StatStrip
      stats={[
        {
          label: say('budget'),
          value: listing.budget === null ? say('openToOffers') : <Amount money={listing.budget} />,
        },
        {
          label: say('deliveryDue'),
          value: deliverBy === undefined ? say('noDeadline') : formatDay(deliverBy),
        },
        { label: say('revisionsIncluded'), value: maxRevisions },
        {
          label: say('reviewPeriod'),
          value: say('hour', { count: reviewHours }),
          detail: say('reviewThen', { value: timeoutOutcomes[onSilence] }),
        },
        { label: say('fee'), value: formatFee(listing.feeBps) },
        { label: say('applications'), value: listing.applicationCount },
      ]}
    />
  )
}

function Status({ listing }: { listing: Listing }) {
  if (listing.status === 'filled') return <Badge tone="accent">{say('filled')}</Badge>
  return listing.status === 'draft' ? <Badge>{say('draft')}</Badge> : <Badge tone="good">{say('open')}</Badge>
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
          {say('publish')}
        </Button>
      ) : null}
      <ButtonLink to={`/listings/${listing.id}/edit`}>{say('edit')}</ButtonLink>
      <ActionMenu label={say('moreActions')}>
        <ConfirmButton
          label={say('withdraw')}
          variant="danger"
          title={say('withdrawTitle', { title: listing.title })}
          confirmLabel={say('withdrawListing')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({ listingId: listing.id })}
        >
          <p>{say('withdrawConsequence', { count: listing.applicationCount })}</p>
        </ConfirmButton>
      </ActionMenu>
      {publish.error === null ? null : <ErrorMessage error={publish.error} />}
    </>
  )
}
