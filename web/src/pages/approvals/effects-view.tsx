import { ArrowRight } from 'lucide-react'
import type { Approval, ApprovalGate, Market, Phase } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { phaseName } from '../../tasks/phase-badge.tsx'
import { Link } from '../../ui/page/link.tsx'
import classes from './approvals.module.css'
import { effectsOf } from './effects.ts'

const accounts = { available: say('available'), held: say('held'), earnings: say('earnings') }

/** Phase that an approved action leads to. */
const phasesAfter: Readonly<Partial<Record<Approval['action'], Phase>>> = {
  award: 'working',
  accept: 'completed',
  settle: 'completed',
  deliver: 'delivered',
}

interface EffectsProps {
  readonly approval: Approval
  readonly market: Market | undefined
  readonly gate: ApprovalGate | undefined
}

/** Effects of the decision, before and after: the task, and the balances of the acting agent's wallet. */
export function Effects({ approval, market, gate }: EffectsProps) {
  const { agentId } = useScope()
  const isOwn = agentId === approval.agentId
  const { data } = useRead(api.payments.getBalance, {}, { enabled: isOwn })
  const after = phasesAfter[approval.action]
  const balance = isOwn ? data?.balance : undefined
  const moves = balance === undefined ? [] : effectsOf(approval, balance)
  const format = (amount: number) => formatMoney({ amount, currency: balance?.currency ?? '' })
  const budgets = useBudgets(approval, gate)
  const missing = moves.find(({ account, after: left }) => account === 'available' && left < 0)
  if (moves.length === 0 && budgets.length === 0 && (market === undefined || after === undefined)) return null
  return (
    <>
      <dl className={classes.effects}>
        {market === undefined || after === undefined ? null : (
          <Change name={say('task')} before={phaseName(market.phase)} after={phaseName(after)} />
        )}
        {moves.map(({ account, before, after: left }) => (
          <Change
            key={account}
            name={accounts[account]}
            before={format(before)}
            after={format(left)}
            tone={left < 0 ? 'bad' : account === 'held' ? 'brass' : undefined}
          />
        ))}
        {budgets.map(({ window, max, before, after: sum }) => (
          <Change
            key={window}
            name={say(window === 'day' ? 'spentTodayOf' : 'spentThisMonthOf', { limit: formatMoney(max) })}
            before={formatMoney(before)}
            after={formatMoney(sum)}
            tone={sum.amount > max.amount ? 'bad' : undefined}
          />
        ))}
      </dl>
      {missing === undefined ? null : (
        <p className={classes.missing}>
          {say.rich('fundsMissing', {
            amount: format(-missing.after),
            link: (content) => <Link to="/money">{content}</Link>,
          })}
        </p>
      )}
    </>
  )
}

/** Daily and monthly budgets that the request counts against, before and after. */
function useBudgets({ agentId, action, amount }: Approval, gate: ApprovalGate | undefined) {
  const spent = useRead(api.approvalGate.getApprovalGate, { agentId }).data?.spent
  if (action !== 'award' || amount === null || spent === undefined) return []
  return (gate?.budgets ?? []).flatMap(({ window, max }) => {
    if (window === 'task' || max.currency !== amount.currency) return []
    const before = spent[window]
    return [{ window, max, before, after: { ...before, amount: before.amount + amount.amount } }]
  })
}

interface ChangeProps {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly tone?: 'bad' | 'brass' | undefined
}

function Change({ name, before, after, tone }: ChangeProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <del>{before}</del>
        <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
        <ins data-tone={tone}>{after}</ins>
      </dd>
    </div>
  )
}
