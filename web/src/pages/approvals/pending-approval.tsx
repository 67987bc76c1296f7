import { TriangleAlert } from 'lucide-react'
import type { Approval } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { say } from '../../messages/en/approvals.ts'
import { marketOf } from '../../tasks/market.ts'
import { Countdown } from '../../ui/data/countdown.tsx'
import { Link } from '../../ui/page/link.tsx'
import { displayNameOf, PartyAvatar } from '../../ui/people/party.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import classes from './approvals.module.css'
import { Content } from './content-view.tsx'
import { Decide } from './decide.tsx'
import { Effects } from './effects-view.tsx'
import { contentOf, type RequestContent } from './request.ts'
import { actionTitle, reasonSentence, requestSentence } from './sentences.ts'
import { useParties } from './use-parties.ts'
import { useRequester } from './use-requester.ts'

interface PendingApprovalProps {
  readonly approval: Approval
  readonly onCode: (code: string) => void
}

/** Effect, changes, reason and decision of a request. The request itself is under details. */
export function PendingApproval({ approval, onCode }: PendingApprovalProps) {
  const parties = useParties(approval)
  const { data } = useRead(api.approvals.getApproval, { approvalId: approval.id })
  const gate = useRead(api.approvalGate.getApprovalGate, { agentId: approval.agentId }).data?.gate
  const content = data === undefined ? undefined : contentOf(data.input)
  const subject = useSubject(approval, content)
  const requester = useRequester(approval)
  if (!parties.isLoaded)
    return (
      <li className={classes.approval}>
        <Skeleton lines={4} />
      </li>
    )
  return (
    <li className={classes.approval} data-item={approval.id}>
      <header>
        <PartyAvatar party={parties.other ?? parties.agent} size={36} />
        <div>
          <h3 dir="auto">{actionTitle(approval, parties)}</h3>
          <p dir="auto">
            {requester === undefined
              ? displayNameOf(parties.agent)
              : say.rich('keyOf', {
                  key: <b dir="auto">{requester}</b>,
                  agent: displayNameOf(parties.agent),
                })}
            {subject === undefined ? null : (
              <>
                , <Link to={subject.to}>{subject.title}</Link>
              </>
            )}
          </p>
        </div>
        <RelativeTime time={approval.createdAt} />
      </header>
      <Effects approval={approval} market={subject?.market} gate={gate} />
      {content === undefined ? null : <Content content={content} />}
      <p className={classes.reason}>
        <TriangleAlert size={15} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {reasonSentence(approval, gate)} {say('allowsOnce')}
        </span>
      </p>
      <footer>
        <Decide approval={approval} sentence={requestSentence(approval, parties)} onCode={onCode} />
        <Countdown until={approval.expiresAt} text={(when) => say('expires', { when })} />
      </footer>
      <details>
        <summary>{say('details')}</summary>
        <pre>{JSON.stringify(data?.input, null, 2)}</pre>
      </details>
    </li>
  )
}

/** The task or job that the request is about. A task can be read only as the agent that is a party of it. */
function useSubject(approval: Approval, content: RequestContent | undefined) {
  const { handle = '', agentId } = useScope()
  const { taskId, listingId } = content ?? {}
  const isOwnTask = taskId !== undefined && agentId === approval.agentId
  const task = useRead(
    api.tasks.getTask,
    { name: handle, taskId: taskId ?? '', historyLength: 0 },
    { enabled: isOwnTask },
  ).data
  const listing = useRead(
    api.listings.getListing,
    { listingId: listingId ?? '' },
    { enabled: listingId !== undefined },
  ).data?.listing
  if (isOwnTask && task !== undefined) {
    const market = marketOf(task)
    return { to: `/tasks/${handle}/${taskId}`, title: market.title, market }
  }
  return listing === undefined
    ? undefined
    : { to: `/listings/${listing.id}`, title: listing.title, market: undefined }
}
