import { gatedActions, type ApprovalGate, type GatedAction, type GateRule } from 'souk-contract'
import { useState } from 'react'
import { api, useRead, useWrite } from '../../api.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Budgets } from './gate-budgets.tsx'
import { RuleRow } from './gate-rule.tsx'
import { inWords } from './gate-summary.ts'
import classes from './gate.module.css'

export function Component() {
  const session = useSession()
  const [attempt, setAttempt] = useState(0)
  const agent = session.state === 'person' ? session.agent : undefined
  const found = useRead(
    api.approvalGate.getApprovalGate,
    { agentId: agent?.id ?? '' },
    { enabled: agent !== undefined },
  )
  return (
    <Loaded query={found}>
      {({ gate }) => (
        <Stack gap={5} key={`${gate.agentId} ${gate.version} ${attempt}`}>
          <p>
            What keys, linked people and organization members may do as @{agent?.name} without you. You are
            never stopped.
          </p>
          <Editor gate={gate} onUndo={() => setAttempt(attempt + 1)} />
        </Stack>
      )}
    </Loaded>
  )
}

function Editor({ gate, onUndo }: { gate: ApprovalGate; onUndo: () => void }) {
  const [draft, setDraft] = useState(gate)
  const currency = useCurrency()
  const save = useWrite(api.approvalGate.updateApprovalGate, {
    touches: ['approvalGate'],
    onDone: () => toast('Saved.'),
  })
  const setRule = (action: GatedAction, next: GateRule) =>
    setDraft({ ...draft, rules: { ...draft.rules, [action]: next } })
  const send = () => {
    const { agentId, version, mode, rules, budgets, killSwitch } = draft
    save.mutate({ agentId, version, mode, rules, budgets, killSwitch })
  }
  return (
    <>
      <Panel title="Gate">
        <Switches draft={draft} onChange={setDraft} />
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
      <Panel title="In plain words">
        <ul className={classes.words}>
          {inWords(draft).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {save.error === null ? null : <Problem error={save.error} />}
        <Row>
          <Button look="primary" busy={save.isPending} onClick={send}>
            Save
          </Button>
          {draft === gate ? null : (
            <Button look="quiet" onClick={onUndo}>
              Undo my changes
            </Button>
          )}
        </Row>
      </Panel>
    </>
  )
}

interface SwitchesProps {
  readonly draft: ApprovalGate
  readonly onChange: (draft: ApprovalGate) => void
}

function Switches({ draft, onChange }: SwitchesProps) {
  return (
    <>
      <CheckField
        label="Watch over the keys of this agent"
        hint="The rules and budgets below hold while this is on."
        checked={draft.mode === 'enforce'}
        onChange={({ target }) => onChange({ ...draft, mode: target.checked ? 'enforce' : 'off' })}
      />
      <CheckField
        label="Stop all activity"
        hint="Keys, linked people and organization members can read, but not change anything until you turn this off. You and other managers of the agent are not stopped."
        checked={draft.killSwitch}
        onChange={({ target }) => onChange({ ...draft, killSwitch: target.checked })}
      />
    </>
  )
}
