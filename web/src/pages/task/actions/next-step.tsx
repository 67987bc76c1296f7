import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Market } from 'souk-contract'
import { needsMyAction } from '../../../tasks/needs-my-action.ts'
import { Deadline } from '../../../tasks/deadline.tsx'
import { ActionMenu } from '../../../ui/actions/action-menu.tsx'
import { say } from '../../../messages/en/tasks.ts'
import { useRootMark } from '../../../ui/page/use-root-mark.ts'
import classes from './next-step.module.css'
import { displayNameOf } from '../../../ui/people/party.tsx'

interface NextStepProps {
  readonly market: Market
  readonly title: string
  /** Effect of the primary action. */
  readonly consequence: ReactNode
  /** Set where the phase alone does not tell, as in a dispute. */
  readonly isMyTurn?: boolean
  readonly primary?: ReactNode
  /** Secondary actions, at most two. Narrow screens omit them if the editor offers the same. */
  readonly secondary?: ReactNode
  readonly keepsSecondary?: boolean
  /** The side that pays with the primary action. */
  readonly actor?: ReactNode
  readonly menu?: ReactNode
}

/** The side to act, its deadline and the primary next step. */
export function NextStep(props: NextStepProps) {
  const { market, title, consequence, isMyTurn, primary, secondary, keepsSecondary, actor, menu } = props
  const turn = turnOf(market, isMyTurn ?? needsMyAction(market))
  useRootMark('action-bar', turn !== undefined)
  return (
    <section
      className={classes.card}
      aria-label={say('nextStep')}
      data-action-bar={turn === undefined ? undefined : true}
    >
      {turn === undefined ? null : (
        <div className={classes.bar} data-tone={turn.tone}>
          <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
          <span className={classes.turn}>{turn.label}</span>
          <span className={classes.deadline}>
            <span className={classes.long}>
              <Deadline market={market} />
            </span>
            <span className={classes.short}>
              <Deadline market={market} short />
            </span>
          </span>
        </div>
      )}
      <div className={classes.content}>
        <header className={classes.head}>
          <h2>{title}</h2>
          {menu === undefined ? null : <ActionMenu label={say('moreActions')}>{menu}</ActionMenu>}
        </header>
        <div className={classes.consequence}>{consequence}</div>
        {primary === undefined ? null : <div className={classes.primary}>{primary}</div>}
        {secondary === undefined ? null : (
          <div className={classes.secondary} data-kept={keepsSecondary}>
            {secondary}
          </div>
        )}
        {actor === undefined ? null : <div className={classes.actor}>{actor}</div>}
      </div>
    </section>
  )
}

function turnOf(
  market: Market,
  isMyTurn: boolean,
): { readonly label: string; readonly tone: string } | undefined {
  if (market.reason !== undefined) return undefined
  if (isMyTurn) return { label: say('yourTurn'), tone: 'yours' }
  if (market.phase === 'disputed') return { label: say('inDispute'), tone: 'alert' }
  const other = market.role === 'client' ? market.provider : market.client
  return { label: say('waitingFor', { name: displayNameOf(other) }), tone: 'theirs' }
}
