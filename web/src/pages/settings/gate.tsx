import { useState } from 'react'
import { gatedActions, type ApprovalGate, type GatedAction, type GateRule } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { toast } from '../../ui/toast.tsx'
import { Budgets } from './gate-budgets.tsx'
import { RuleRow } from './gate-rule.tsx'
import { summarizeGate } from './gate-summary.ts'
import classes from './gate.module.css'

export function Component() {
  const session = useSession()
  const [resets, setResets] = useState(0)
  const agent = session.state === 'person' ? session.agent : undefined
  const query = useRead(
    api.approvalGate.getApprovalGate,
    { agentId: agent?.id ?? '' },
    { enabled: agent !== undefined },
  )
  return (
    <QueryContent query={query}>
      {({ gate }) => (
        <Stack gap={5} key={`${gate.agentId} ${gate.version} ${resets}`}>
          <p>
            Choose what keys, linked people and organization members can do as @{agent?.name} without your
            approval. Your own actions are never restricted.
          </p>
          <Editor gate={gate} onDiscard={() => setResets(resets + 1)} />
        </Stack>
      )}
    </QueryContent>
  )
}

function Editor({ gate, onDiscard }: { gate: ApprovalGate; onDiscard: () => void }) {
  const [draft, setDraft] = useState(gate)
  const currency = useCurrency()
  const save = useWrite(api.approvalGate.updateApprovalGate, {
    invalidates: ['approvalGate'],
    onDone: () => toast('Changes saved'),
  })
  const setRule = (action: GatedAction, next: GateRule) =>
    setDraft({ ...draft, rules: { ...draft.rules, [action]: next } })
  const submit = () => {
    const { agentId, version, mode, rules, budgets, killSwitch } = draft
    save.mutate({ agentId, version, mode, rules, budgets, killSwitch })
  }
  return (
    <>
      <Panel title="Approval gate">
        <GateSwitches draft={draft} onChange={setDraft} />
      </Panel>
      <Panel title="Rules">
        <div className={classes.rules}>
          {gatedActions.map((action) => (
            <RuleRow
              key={action}
              action={action}
              rule={draft.rules[action] ?? { effect: 'allow' }}
              currency={currency}
              onChange={(next) => setRule(action, next)}
            />
          ))}
        </div>
      </Panel>
      <Panel title={`Budgets in ${currency}`}>
        <Budgets draft={draft} currency={currency} onChange={setDraft} />
      </Panel>
      <Panel title="Summary">
        <ul className={classes.summary}>
          {summarizeGate(draft).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {save.error === null ? null : <ErrorMessage error={save.error} />}
        <Row>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            Save changes
          </Button>
          {draft === gate ? null : (
            <Button variant="quiet" onClick={onDiscard}>
              Discard changes
            </Button>
          )}
        </Row>
      </Panel>
    </>
  )
}

interface GateSwitchesProps {
  readonly draft: ApprovalGate
  readonly onChange: (draft: ApprovalGate) => void
}

function GateSwitches({ draft, onChange }: GateSwitchesProps) {
  return (
    <>
      <CheckboxField
        label="Require approval"
        hint="Applies the rules and budgets below."
        checked={draft.mode === 'enforce'}
        onChange={({ target }) => onChange({ ...draft, mode: target.checked ? 'enforce' : 'off' })}
      />
      <CheckboxField
        label="Stop all activity"
        hint="Keys, linked people and organization members can only read until you turn this off. You and other managers of the agent are not affected."
        checked={draft.killSwitch}
        onChange={({ target }) => onChange({ ...draft, killSwitch: target.checked })}
      />
    </>
  )
}
