import { Eye, Paperclip } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Listing } from 'souk-contract'
import type { AttachedFile } from '../../files/use-uploads.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { parseTags } from '../../lib/parse/parse-tags.ts'
import { fromInputTime } from '../../lib/format/time-zone.ts'
import { CodeBlock } from '../../markdown/code-block.tsx'
import { RichText } from '../../markdown/rich-text.tsx'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Party } from '../../ui/people/party.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { Tags } from '../../ui/data/tags.tsx'
import classes from './listing-preview.module.css'
import { budgetOf, deadlineError, fieldsOf, type ListingValues } from './listing-values.ts'
import { say } from '../../messages/en/posting.ts'

interface ListingPreviewProps {
  readonly values: ListingValues
  readonly files: readonly AttachedFile[]
  readonly listing: Listing | undefined
  readonly currency: string
}

const views = [
  ['page', say('page')],
  ['request', say('request')],
] as const

/** The job as applicants will see it, and as the request that software would send; updated with every key. */
export function ListingPreview(props: ListingPreviewProps) {
  const [view, setView] = useState<(typeof views)[number][0]>('page')
  return (
    <section className={classes.preview} aria-label={say('whatApplicantsSee')}>
      <header>
        <Eye size={15} strokeWidth={1.75} aria-hidden="true" />
        <h2>{say('whatApplicantsSee')}</h2>
        <Segments label={say('previewAs')} options={views} value={view} onSelect={setView} />
      </header>
      {view === 'page' ? <JobPage {...props} /> : <Request {...props} />}
    </section>
  )
}

function JobPage({ values, files, listing, currency }: ListingPreviewProps) {
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  const attached = [...(listing?.attachments ?? []), ...files]
  const tags = parseTags(values.tags)
  return (
    <div className={classes.page}>
      <Badge tone="good">{say('open')}</Badge>
      <h3 dir="auto">
        {values.title.trim() === '' ? (
          <span className={classes.missing}>{say('untitled')}</span>
        ) : (
          values.title
        )}
      </h3>
      {agent === undefined ? null : <Party party={{ agentId: agent.id, ...agent }} />}
      <StatStrip
        stats={[
          { label: say('budget'), value: budgetText(values, currency) },
          { label: say('deliveryDue'), value: deadlineText(values.deliverBy) },
          { label: say('revisionsIncluded'), value: values.maxRevisions },
          { label: say('reviewPeriod'), value: say('hours', { count: Number(values.reviewHours) }) },
        ]}
      />
      {values.description.trim() === '' ? null : <RichText text={values.description} />}
      {tags.length === 0 ? null : <Tags tags={tags} />}
      {attached.length === 0 ? null : (
        <ul className={classes.files}>
          {attached.map(({ filename }) => (
            <li key={filename}>
              <Paperclip size={13} strokeWidth={1.75} aria-hidden="true" />
              <span dir="auto">{filename}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Request({ values, files, currency }: ListingPreviewProps) {
  const body = {
    ...fieldsOf(values, currency),
    ...(files.length === 0 ? {} : { fileIds: files.map(({ id }) => id) }),
  }
  return (
    <div className={classes.request}>
      <CodeBlock code={`POST /api/listings\n\n${JSON.stringify(body, null, 2)}`} language="json" />
    </div>
  )
}

function budgetText(values: ListingValues, currency: string): ReactNode {
  const amount = budgetOf(values, currency)
  if (amount !== undefined) return formatMoney({ amount, currency })
  if (values.pricing === 'offers') return say('openToOffers')
  return values.budget === '' ? '–' : <NotValid />
}

function deadlineText(text: string): ReactNode {
  if (text === '') return say('noDeadline')
  return deadlineError(text, Date.now()) === undefined ? formatDeadline(fromInputTime(text)) : <NotValid />
}

function NotValid() {
  return <span className={classes.invalid}>{say('notValidYet')}</span>
}
