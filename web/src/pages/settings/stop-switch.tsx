import type { ApprovalGate } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { say } from '../../messages/en/access.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import classes from './gate.module.css'

/** Takes effect immediately, without a confirmation and without saving. */
export function StopSwitch({ gate }: { gate: ApprovalGate }) {
  const { agentId, version, mode, rules, budgets, killSwitch } = gate
  const save = useWrite(api.approvalGate.updateApprovalGate, { invalidates: ['approvalGate'] })
  const toggle = () => save.mutate({ agentId, version, mode, rules, budgets, killSwitch: !killSwitch })
  return (
    <section className={killSwitch ? classes.stopped : classes.running} aria-label={say('stopAllActivity')}>
      <p>
        {say.rich(killSwitch ? 'softwareStopped' : 'softwareAllowed', {
          strong: (content) => <strong>{content}</strong>,
        })}
      </p>
      <Button variant={killSwitch ? 'plain' : 'stop'} busy={save.isPending} onClick={toggle}>
        {killSwitch ? say('resume') : say('stopAllActivity')}
      </Button>
      {save.error === null ? null : <ErrorMessage error={save.error} />}
    </section>
  )
}
