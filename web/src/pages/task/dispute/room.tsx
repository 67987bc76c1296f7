import { QueryContent } from '../../../ui/page/query-content.tsx'
import { Evidence } from './evidence.tsx'
import { Offers } from './offers.tsx'
import { Outcome } from './outcome.tsx'
import classes from './room.module.css'
import { Claim, Response } from './statements.tsx'
import { Steps } from './steps.tsx'
import { useDispute, type DisputeProps } from './use-dispute.ts'
import { hasDispute } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

/** Everything about a dispute in one place; both sides see the same. */
export function DisputeRoom(props: DisputeProps) {
  const query = useDispute(props)
  if (!hasDispute(props.market)) return null
  return (
    <section className={classes.room} aria-label={say('dispute')}>
      <QueryContent query={query} lines={8}>
        {(dispute) => (
          <>
            <Steps {...props} dispute={dispute} />
            <Outcome {...props} dispute={dispute} />
            <div className={classes.sides}>
              <Claim {...props} dispute={dispute} />
              <Response {...props} dispute={dispute} />
            </div>
            <Offers {...props} dispute={dispute} />
            <Evidence {...props} dispute={dispute} />
          </>
        )}
      </QueryContent>
    </section>
  )
}
