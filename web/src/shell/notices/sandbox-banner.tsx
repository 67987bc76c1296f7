import { FlaskConical } from 'lucide-react'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/welcome.ts'
import classes from './sandbox-banner.module.css'

/** Says that money is play money, where the marketplace has no payment processor. */
export function SandboxBanner() {
  const { agentId } = useScope()
  const { data } = useRead(api.service.getStats, {})
  const wallet = useRead(api.payments.getBalance, {}, { enabled: agentId !== undefined }).data?.balance
  if (data?.sandbox !== true) return null
  return (
    <p className={classes.banner} role="note">
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <strong>{say('sandbox')}</strong>{' '}
        {wallet === undefined
          ? null
          : say.rich('youHavePlayMoney', {
              amount: (
                <span className={classes.amount}>
                  {formatMoney({ amount: wallet.available, currency: wallet.currency })}
                </span>
              ),
            })}{' '}
        {say('sandboxText')}
      </span>
    </p>
  )
}
