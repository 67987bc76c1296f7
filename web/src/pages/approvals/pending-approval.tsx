import { ArrowRight, FileText } from 'lucide-react'
import type { Approval } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Link } from '../../ui/link.tsx'
import classes from './approvals.module.css'
import { Decide } from './decide.tsx'
import { effectsOf } from './effects.ts'
import { contentOf, type RequestContent } from './request.ts'
import { reasonSentence, requestSentence } from './sentences.ts'
import { useNames } from './use-names.ts'

interface PendingApprovalProps {
  readonly approval: Approval
  readonly onCode: (code: string) => void
}

/** One sentence, what it changes, why it is asked, and the decision. The request itself is under details. */
export function PendingApproval({ approval, onCode }: PendingApprovalProps) {
  const names = useNames(approval)
  const sentence = requestSentence(approval, names)
  const { data } = useRead(api.approvals.getApproval, { approvalId: approval.id })
  return (
    <article className={classes.approval}>
      <header>
        <Avatar id={approval.agentId} size={32} />
        <h2 dir="auto">{sentence}</h2>
        <Countdown until={approval.expiresAt} text={(when) => say('expires', { when })} />
      </header>
      <p className={classes.reason}>{reasonSentence(approval.failedRule)}</p>
      {data === undefined ? null : <Content content={contentOf(data.input)} approval={approval} />}
      <Effects approval={approval} />
      <Decide approval={approval} sentence={sentence} onCode={onCode} />
      <details>
        <summary>{say('details')}</summary>
        <pre>{JSON.stringify(data?.input, null, 2)}</pre>
      </details>
    </article>
  )
}

/** What others will read, as added lines, and the task or job that it is about. */
function Content({ content, approval }: { content: RequestContent; approval: Approval }) {
  const { handle, agentId } = useScope()
  const { taskId, listingId, title, texts, files } = content
  return (
    <>
      {taskId === undefined || handle === undefined || agentId !== approval.agentId ? null : (
        <p>
          <Link to={`/tasks/${handle}/${taskId}`}>{say('viewTask')}</Link>
        </p>
      )}
      {listingId === undefined ? null : (
        <p>
          <Link to={`/listings/${listingId}`}>{say('viewJob')}</Link>
        </p>
      )}
      {title === undefined && texts.length === 0 && files.length === 0 ? null : (
        <div className={classes.added} aria-label={say('willBeSent')} role="group">
          {title === undefined ? null : (
            <ins dir="auto">
              <strong>{title}</strong>
            </ins>
          )}
          {texts.map((text, index) => (
            <ins key={index} dir="auto">
              {text}
            </ins>
          ))}
          {files.map((file) => (
            <ins key={file} dir="auto">
              <FileText size={14} strokeWidth={1.75} aria-hidden="true" /> {file}
            </ins>
          ))}
        </div>
      )}
    </>
  )
}

const accounts = { available: say('available'), held: say('held'), earnings: say('earnings') }

/** Balances before and after. Only the wallet of the acting agent can be read. */
function Effects({ approval }: { approval: Approval }) {
  const { agentId } = useScope()
  const { data } = useRead(api.payments.getBalance, {}, { enabled: agentId === approval.agentId })
  if (data === undefined || agentId !== approval.agentId) return null
  const effects = effectsOf(approval, data.balance)
  if (effects.length === 0) return null
  const format = (amount: number) => formatMoney({ amount, currency: data.balance.currency })
  return (
    <dl className={classes.effects}>
      {effects.map(({ account, before, after }) => (
        <div key={account}>
          <dt>{accounts[account]}</dt>
          <dd>
            <del>{format(before)}</del>
            <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
            <ins>{format(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
