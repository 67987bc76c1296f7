import { ArrowRight } from 'lucide-react'
import type { Approval, Market, Phase } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { phaseName } from '../../tasks/phase-badge.tsx'
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
}

/** Effects of the decision, before and after: the task, and the balances of the acting agent's wallet. */
export function Effects({ approval, market }: EffectsProps) {
  const { agentId } = useScope()
  const isOwn = agentId === approval.agentId
  const { data } = useRead(api.payments.getBalance, {}, { enabled: isOwn })
  const after = phasesAfter[approval.action]
  const balance = isOwn ? data?.balance : undefined
  const moves = balance === undefined ? [] : effectsOf(approval, balance)
  const format = (amount: number) => formatMoney({ amount, currency: balance?.currency ?? '' })
  if (moves.length === 0 && (market === undefined || after === undefined)) return null
  return (
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
    </dl>
  )
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
