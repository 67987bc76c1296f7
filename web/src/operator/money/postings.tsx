import type { LedgerPosting } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Filters, SearchBox } from '../../ui/forms/filters.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { NamedId } from '../short-id.tsx'
import { useAction } from '../use-action.tsx'
import { announce } from './labels.ts'
import { MoneyDialog } from './money-form.tsx'
import classes from './money.module.css'

/** Postings with their transfers, newest first. */
export function Postings() {
  const { get, set } = useFilters(['about'])
  const about = get('about')
  const pages = usePages(adminApi.moneyDesk.listPostings, about === '' ? {} : { reference: about })
  return (
    <Panel title={say('postings')}>
      <Filters>
        <SearchBox label={say('aboutId')} value={about} onSearch={(text) => set('about', text.trim())} />
      </Filters>
      <PagedList pages={pages} empty={<p className="muted">{say('noPostings')}</p>}>
        {(postings) => (
          <ol className={classes.entries}>
            {postings.map((posting) => (
              <li key={posting.key}>
                <PostingView posting={posting} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Panel>
  )
}

function PostingView({ posting }: { posting: LedgerPosting }) {
  const movesMoney = useCan('moveMoney')
  const { kind, reference, referenceName, actor, actorName, transfers, correctable, createdAt } = posting
  return (
    <>
      <p className={classes.head}>
        <strong>{nameOf(`kind.${kind}`)}</strong>
        <NamedId id={reference} name={referenceName} />
        <span>{say.rich('causedBy', { actor: <NamedId id={actor} name={actorName} /> })}</span>
        <RelativeTime time={createdAt} />
      </p>
      {transfers.map(({ debit, credit, amount }, index) => (
        <p key={index} className={classes.transfer}>
          <span>
            {say.rich('fromTo', {
              from: <Account account={debit} about={reference} />,
              to: <Account account={credit} about={reference} />,
            })}
          </span>
          <Amount money={amount} />
        </p>
      ))}
      {correctable && movesMoney ? <Correct posting={posting} /> : null}
    </>
  )
}

interface AccountProps {
  readonly account: LedgerPosting['transfers'][number]['debit']
  /** Object of the posting, which its heading names. */
  readonly about: string
}

function Account({ account: { kind, owner, ownerName }, about }: AccountProps) {
  const name = nameOf(`account.${kind}`)
  return owner === about || owner === 'platform' ? (
    name
  ) : (
    <>
      {name} <NamedId id={owner} name={ownerName} />
    </>
  )
}

/** Corrections reverse a whole posting. */
function Correct({ posting }: { posting: LedgerPosting }) {
  const correct = useAction(adminApi.moneyDesk.correctPosting, {
    invalidates: ['admin.moneyDesk'],
    onDone: (reply) => announce(reply.action),
  })
  const [first] = posting.transfers
  if (first === undefined) return null
  return (
    <MoneyDialog
      label={say('correct')}
      title={say('correctTitle')}
      effect={say('correctEffect')}
      max={first.amount}
      canChoose={false}
      busy={correct.isPending}
      error={correct.error}
      onSubmit={({ reason }) => correct.mutateAsync({ posting: posting.key, reason })}
    />
  )
}

/** Name of a kind of posting or account; the code without its prefix if it has none. */
function nameOf(key: string): string {
  return isKey(key) ? say(key) : key.replace(/^\w+\./, '').replaceAll('_', ' ')
}

type NameKey = Extract<keyof typeof say.english, `${'kind' | 'account'}.${string}`>

function isKey(key: string): key is NameKey {
  return Object.hasOwn(say.english, key)
}
