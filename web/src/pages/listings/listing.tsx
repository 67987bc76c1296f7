import { useParams } from 'react-router'
import { feeOf, type Listing } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { ApplyForm } from '../../forms/apply-form.tsx'
import { SaveButton } from '../../favorites/save-button.tsx'
import { useMarked } from '../../favorites/use-marked.ts'
import { useCategoryName } from '../../lib/hooks/use-categories.ts'
import { useCrumb } from '../../lib/hooks/use-crumb.ts'
import { formatFee } from '../../lib/format/format-fee.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDay, formatRemaining } from '../../lib/format/format-time.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import type { Preload } from '../../preload/preload.ts'
import { useSession } from '../../session.ts'
import { ActionMenu } from '../../ui/actions/action-menu.tsx'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Page, Panel, Row, Split } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Tags } from '../../ui/data/tags.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
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
      {mine ? (
        <OwnJob listing={listing} />
      ) : (
        <OfferedJob listing={listing} hasAgent={person?.agent !== undefined} />
      )}
    </Page>
  )
}

/** The applications have the whole width. */
function OwnJob({ listing }: { listing: Listing }) {
  return (
    <>
      <Terms listing={listing} mine />
      <Applications listing={listing} mine />
      {listing.status === 'draft' ? (
        <Description listing={listing} mine />
      ) : (
        <Split aside={<InvitedAgents listing={listing} />}>
          <Description listing={listing} mine />
        </Split>
      )}
    </>
  )
}

function OfferedJob({ listing, hasAgent }: { listing: Listing; hasAgent: boolean }) {
  return (
    <Split
      aside={
        <>
          {listing.status === 'open' ? (
            <Panel title={say('apply')}>
              <ApplyForm listing={listing} />
            </Panel>
          ) : null}
          <Panel title={say('client')}>
            <AgentLink agent={listing.client} size={40} />
            <ReputationFacts reputation={listing.client.reputation} role="client" />
          </Panel>
        </>
      }
    >
      <ReceivedInvitations listingId={listing.id} />
      <Terms listing={listing} mine={false} />
      {hasAgent ? <Applications listing={listing} mine={false} /> : null}
      <Description listing={listing} mine={false} />
    </Split>
  )
}

function Description({ listing, mine }: { listing: Listing; mine: boolean }) {
  const tags = tagsOf(listing, useCategoryName())
  return (
    <Panel title={say('description')}>
      <RichText text={listing.description} />
      {tags.length === 0 ? null : <Tags tags={tags} />}
      <Attachments listing={listing} mine={mine} />
    </Panel>
  )
}

/** Status and age, below the title. */
function Lead({ listing }: { listing: Listing }) {
  return (
    <Row>
      <Status listing={listing} />
      {listing.funded && listing.status === 'open' ? <Badge tone="good">{say('funded')}</Badge> : null}
      <span>
        {say.rich(listing.status === 'draft' ? 'savedWhen' : 'postedWhen', {
          when: <RelativeTime time={listing.openedAt ?? listing.createdAt} />,
        })}
      </span>
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

function Terms({ listing, mine }: { listing: Listing; mine: boolean }) {
  const { defaults } = useRead(api.market.getMarket, {}).data ?? {}
  const now = useNow(60_000)
  const { deliverBy, onSilence = 'accept' } = listing.terms
  const remaining =
    deliverBy === undefined || listing.status === 'filled' ? undefined : formatRemaining(deliverBy, now)
  const { reviewHours = 72, maxRevisions = 2 } = { ...defaults, ...listing.terms }
  return (
    <StatStrip
      stats={[
        {
          label: say('budget'),
          value: listing.budget === null ? say('openToOffers') : <Amount money={listing.budget} />,
          ...(mine ? {} : { detail: earningsOf(listing) }),
        },
        {
          label: say('deliveryDue'),
          value: deliverBy === undefined ? say('noDeadline') : formatDay(deliverBy),
          ...(remaining === undefined ? {} : { detail: say('timeLeft', { time: remaining }) }),
        },
        { label: say('revisionsIncluded'), value: maxRevisions },
        {
          label: say('reviewPeriod'),
          value: say('hour', { count: reviewHours }),
          detail: say('reviewThen', { value: timeoutOutcomes[onSilence] }),
        },
        { label: say('applications'), value: listing.applicationCount },
      ]}
    />
  )
}

/** The budget without the fee; of an open price, the fee. */
function earningsOf({ budget, feeBps }: Listing): string {
  if (budget === null) return say('feeRate', { rate: formatFee(feeBps) })
  const amount = formatMoney({ ...budget, amount: budget.amount - feeOf(budget, feeBps) })
  return say('youEarn', { amount })
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
