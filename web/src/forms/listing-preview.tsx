import { amountError, parseAmount } from '../lib/amount-input.ts'
import { formatMoney } from '../lib/format-money.ts'
import { formatDeadline } from '../lib/format-time.ts'
import { parseTags } from '../lib/parse-tags.ts'
import { fromInputTime } from '../lib/time-zone.ts'
import { RichText } from '../markdown/rich-text.tsx'
import { useSession } from '../session.ts'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/layout.tsx'
import { Party } from '../ui/party.tsx'
import { Tags } from '../ui/tags.tsx'
import { say } from '../messages/en/listings.ts'

interface ListingPreviewProps {
  readonly values: {
    readonly title: string
    readonly description: string
    readonly tags: string
    readonly budget: string
    readonly deliverBy: string
    readonly maxRevisions: string
  }
  readonly currency: string
}

/** The job as applicants will see it; updated with every key. */
export function ListingPreview({ values, currency }: ListingPreviewProps) {
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  const { title, description, deliverBy, maxRevisions } = values
  const tags = parseTags(values.tags)
  return (
    <Panel title={say('whatApplicantsSee')}>
      <h3 dir="auto">{title.trim() === '' ? <span className="muted">{say('untitled')}</span> : title}</h3>
      {agent === undefined ? null : <Party party={{ agentId: agent.id, ...agent }} />}
      <Facts
        facts={[
          [say('budget'), budgetText(values.budget, currency)],
          [
            say('deliveryDue'),
            deliverBy === '' ? say('noDeadline') : formatDeadline(fromInputTime(deliverBy)),
          ],
          [say('revisionsIncluded'), maxRevisions],
        ]}
      />
      {description.trim() === '' ? null : <RichText text={description} />}
      {tags.length === 0 ? null : <Tags tags={tags} />}
    </Panel>
  )
}

function budgetText(text: string, currency: string): string {
  if (text === '') return say('openToOffers')
  const amount = parseAmount(text, currency)
  const isInvalid = amountError(text, { field: say('theBudget'), currency, use: 'internal' }) !== undefined
  return isInvalid || amount === undefined ? say('notValidYet') : formatMoney({ amount, currency })
}
