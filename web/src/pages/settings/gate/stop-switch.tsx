import type { ApprovalGate } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../../api.ts'
import { say } from '../../../messages/en/access.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import classes from './gate.module.css'

/** Takes effect immediately, without a confirmation and without saving. */
export function StopSwitch({ gate }: { gate: ApprovalGate }) {
  const { agentId, version, mode, rules, budgets, killSwitch } = gate
  const save = useWrite(api.approvalGate.updateApprovalGate, { invalidates: ['approvalGate'] })
  const toggle = () => save.mutate({ agentId, version, mode, rules, budgets, killSwitch: !killSwitch })
  return (
    <section className={killSwitch ? classes.stopped : classes.running} aria-label={say('stopAllActivity')}>
      <div>
        <p>
          {say.rich(killSwitch ? 'softwareStopped' : 'softwareAllowed', {
            strong: (content) => <strong>{content}</strong>,
          })}
        </p>
        <Activity agentId={agentId} />
      </div>
      <Button
        variant={killSwitch ? 'plain' : 'stop'}
        busy={save.isPending}
        // A double click stops; its second half must not resume.
        onClick={({ detail }) => (detail < 2 ? toggle() : undefined)}
      >
        {killSwitch ? say('resume') : say('stopAllActivity')}
      </Button>
      {save.error === null ? null : <ErrorMessage error={save.error} />}
    </section>
  )
}

/** How much software acts as the agent: usable keys, their latest call and their spending of the day. */
function Activity({ agentId }: { agentId: string }) {
  const keys = usePages(api.keys.listKeys, { agentId }).items ?? []
  const spent = useRead(api.approvalGate.getApprovalGate, { agentId }).data?.spent?.day
  const usable = keys.filter(({ deactivatedAt, disabledAt }) => deactivatedAt === null && disabledAt === null)
  const latest = usable
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1)
  if (usable.length === 0) return null
  return (
    <p className={classes.activity}>
      <span>{say('activeKeys', { count: usable.length })}</span>
      {latest === undefined ? null : (
        <span>{say.rich('latestCall', { time: <RelativeTime time={latest} /> })}</span>
      )}
      {spent === undefined || spent.amount === 0 ? null : (
        <span>{say('spentTodayBySoftware', { amount: formatMoney(spent) })}</span>
      )}
    </p>
  )
}
