import type { ReactNode } from 'react'
import type { Policy } from 'souk-contract'
import { useRead } from '../../api.ts'
import { say } from '../../messages/en/operator-console.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { adminApi } from '../admin-api.ts'
import { formatFee } from '../../lib/format/format-fee.ts'
import { signUpNames } from '../policy/labels.ts'
import { pollMs } from '../use-queues.ts'
import classes from './overview.module.css'

/** The switches of the market, and what the check of the deployment found. */
export function MarketState() {
  const policy = useRead(adminApi.policy.getPolicy, {}, { pollMs })
  return (
    <>
      <Panel title={say('market')} actions={<Link to="/operator/policy">{say('policy')}</Link>}>
        <QueryContent query={policy}>{({ policy: current }) => <Switches policy={current} />}</QueryContent>
      </Panel>
    </>
  )
}

type DotState = 'ok' | 'warning' | 'error'

function Line({ state, name, children }: { state: DotState; name: string; children: ReactNode }) {
  return (
    <li className={classes.line}>
      <span className={classes.dot} data-state={state} aria-hidden="true" />
      <span>{name}</span>
      <strong dir="auto">{children}</strong>
    </li>
  )
}

function Switches({ policy }: { policy: Policy }) {
  const { readOnly, signUp, payouts, banner, feeBps } = policy
  return (
    <ul className={classes.lines}>
      <Line state={readOnly ? 'error' : 'ok'} name={say('trading')}>
        {readOnly ? say('readOnly') : say('open')}
      </Line>
      <Line state={signUp === 'closed' ? 'warning' : 'ok'} name={say('signUps')}>
        {signUpNames[signUp]}
      </Line>
      <Line state={payouts ? 'ok' : 'error'} name={say('payouts')}>
        {payouts ? say('on') : say('off')}
      </Line>
      <Line state={banner === null ? 'ok' : 'warning'} name={say('banner')}>
        {banner === null ? say('none') : banner.text}
      </Line>
      <Line state="ok" name={say('fee')}>
        {formatFee(feeBps)}
      </Line>
    </ul>
  )
}

/** Findings that need an operator; the others are counted. */
export function Deployment() {
  const query = useRead(adminApi.deployment.checkDeployment, {}, { pollMs: 60_000 })
  return (
    <Panel title={say('deployment')}>
      <QueryContent query={query}>
        {({ checks }) => {
          const open = checks.filter(({ state }) => state !== 'ok')
          return (
            <ul className={classes.lines}>
              <li className={classes.line}>
                <span className={classes.dot} data-state="ok" aria-hidden="true" />
                <span>{say('checksPassed')}</span>
                <strong>
                  {say('ofTotal', { count: checks.length - open.length, total: checks.length })}
                </strong>
              </li>
              {open.map(({ name, state, detail, nextStep }) => (
                <li key={name} className={classes.finding}>
                  <span className={classes.dot} data-state={state} aria-hidden="true" />
                  <span lang="en">
                    <strong>{name}</strong> {detail}
                    {nextStep === undefined ? null : <small>{nextStep}</small>}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryContent>
    </Panel>
  )
}
