import { useState } from 'react'
import { gatedActions, type ApprovalGate } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { useCurrency } from '../../../lib/hooks/use-currency.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { useSession } from '../../../session.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { CheckboxField } from '../../../ui/forms/field.tsx'
import { Panel, Row, Stack } from '../../../ui/page/layout.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { Budgets } from './gate-budgets.tsx'
import { RuleRow } from './gate-rule.tsx'
import { summarizeGate } from './gate-summary.ts'
import { StopSwitch } from './stop-switch.tsx'
import { say } from '../../../messages/en/access.ts'
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
        <Stack gap={5}>
          <p>{say('gateLead', { name: agent?.displayName ?? '' })}</p>
          <StopSwitch gate={gate} />
          <Editor key={`${editorKey(gate)} ${resets}`} gate={gate} onDiscard={() => setResets(resets + 1)} />
        </Stack>
      )}
    </QueryContent>
  )
}

/** Stopping and resuming must not discard edits, so they are not part of the key. */
function editorKey({ agentId, mode, rules, budgets }: ApprovalGate): string {
  return JSON.stringify([agentId, mode, rules, budgets])
}

const rulesOf = ({ mode, rules, budgets }: ApprovalGate) => ({ mode, rules, budgets })

function Editor({ gate, onDiscard }: { gate: ApprovalGate; onDiscard: () => void }) {
  const [draft, setDraft] = useState(rulesOf(gate))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(rulesOf(gate))
  const currency = useCurrency()
  const save = useWrite(api.approvalGate.updateApprovalGate, {
    invalidates: ['approvalGate'],
    onDone: () => toast(say('changesSaved')),
  })
  useUnsaved(isChanged && !save.isPending)
  const submit = () => {
    const { agentId, version, killSwitch } = gate
    const { mode, rules, budgets } = draft
    save.mutate({ agentId, version, mode, rules, budgets, killSwitch })
  }
  return (
    <>
      <Panel title={say('approvalGate')}>
        <CheckboxField
          label={say('requireApproval')}
          hint={say('requireApprovalHint')}
          checked={draft.mode === 'enforce'}
          onChange={({ target }) => setDraft({ ...draft, mode: target.checked ? 'enforce' : 'off' })}
        />
      </Panel>
      <Rules rules={draft.rules} currency={currency} onChange={(rules) => setDraft({ ...draft, rules })} />
      <Panel title={say('budgetsIn', { currency })}>
        <Budgets
          budgets={draft.budgets}
          currency={currency}
          onChange={(budgets) => setDraft({ ...draft, budgets })}
        />
      </Panel>
      <Panel title={say('summary')}>
        <ul className={classes.summary}>
          {summarizeGate({ ...gate, ...draft }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {save.error === null ? null : <ErrorMessage error={save.error} />}
        <Row>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {say('saveChanges')}
          </Button>
          {isChanged ? (
            <Button variant="quiet" onClick={onDiscard}>
              {say('discardChanges')}
            </Button>
          ) : null}
        </Row>
      </Panel>
    </>
  )
}

interface RulesProps {
  readonly rules: ApprovalGate['rules']
  readonly currency: string
  readonly onChange: (rules: ApprovalGate['rules']) => void
}

function Rules({ rules, currency, onChange }: RulesProps) {
  return (
    <Panel title={say('rules')}>
      <div className={classes.rules}>
        {gatedActions.map((action) => (
          <RuleRow
            key={action}
            action={action}
            rule={rules[action] ?? { effect: 'allow' }}
            currency={currency}
            onChange={(next) => onChange({ ...rules, [action]: next })}
          />
        ))}
      </div>
    </Panel>
  )
}
