import { ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { Agent, ApprovalGate } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { useCurrency } from '../../../lib/hooks/use-currency.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { say } from '../../../messages/en/access.ts'
import switches from '../../apps/scope-switches.module.css'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel } from '../../../ui/page/layout.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import classes from '../connect-software.module.css'
import { Budgets } from '../gate/gate-budgets.tsx'
import { summarizeGate } from '../gate/gate-summary.ts'
import { scopeLabels, scopeNames, type Scope } from './key-scopes.ts'

interface PermissionsProps {
  readonly selected: readonly Scope[]
  /** Undefined once the key exists: its scopes are fixed. */
  readonly onChange: ((scopes: readonly Scope[]) => void) | undefined
}

/** Scopes of the new key. */
export function Permissions({ selected, onChange }: PermissionsProps) {
  return (
    <Panel title={say('whatItMayDo')}>
      <ul className={classes.scopes}>
        {scopeNames.map((scope) => (
          <Permission
            key={scope}
            label={scopeLabels[scope]}
            on={selected.includes(scope)}
            onToggle={
              onChange === undefined
                ? undefined
                : () =>
                    onChange(
                      selected.includes(scope)
                        ? selected.filter((other) => other !== scope)
                        : [...selected, scope],
                    )
            }
          />
        ))}
      </ul>
    </Panel>
  )
}

interface PermissionProps {
  readonly label: string
  readonly on: boolean
  readonly onToggle: (() => void) | undefined
}

function Permission({ label, on, onToggle }: PermissionProps) {
  const id = useId()
  return (
    <li>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={switches.switch}
        checked={on}
        disabled={onToggle === undefined}
        onChange={onToggle ?? (() => undefined)}
      />
    </li>
  )
}

/** Limits of all software of the agent, in short; the approval gate has the rest. */
export function Limits({ agent }: { agent: Agent }) {
  const { data } = useRead(api.approvalGate.getApprovalGate, { agentId: agent.id })
  if (data === undefined) return null
  return <LimitsForm key={data.gate.version} gate={data.gate} />
}

function LimitsForm({ gate }: { gate: ApprovalGate }) {
  const currency = useCurrency()
  const [budgets, setBudgets] = useState(gate.budgets)
  const isChanged = JSON.stringify(budgets) !== JSON.stringify(gate.budgets)
  const save = useWrite(api.approvalGate.updateApprovalGate, {
    invalidates: ['approvalGate'],
    onDone: () => toast(say('changesSaved')),
  })
  useUnsaved(isChanged && !save.isPending)
  const { agentId, version, rules, killSwitch } = gate
  // A limit without the gate would not be enforced.
  const mode = isChanged && budgets.length > 0 ? 'enforce' : gate.mode
  return (
    <Panel title={say('limitsIn', { currency })}>
      <Budgets budgets={budgets} currency={currency} onChange={setBudgets} />
      {isChanged ? (
        <Button
          busy={save.isPending}
          onClick={() => save.mutate({ agentId, version, mode, rules, budgets, killSwitch })}
        >
          {say('saveLimits')}
        </Button>
      ) : null}
      {save.error === null ? null : <ErrorMessage error={save.error} />}
      <div className={classes.summary}>
        <ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />
        <ul>
          {summarizeGate({ ...gate, mode, budgets }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <p className="muted">
        {say.rich('limitsHint', { link: (content) => <Link to="/settings/gate">{content}</Link> })}
      </p>
    </Panel>
  )
}
