import { useId } from 'react'
import { webhookKinds } from 'souk-contract'
import { say } from '../../../messages/en/webhooks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CheckboxField } from '../../../ui/forms/field.tsx'
import { eventGroups, type WebhookKind } from './event-groups.ts'
import classes from './event-selection.module.css'

interface EventSelectionProps {
  readonly selected: readonly WebhookKind[]
  readonly onChange: (selected: readonly WebhookKind[]) => void
}

/** Kinds of events as checkboxes, in groups that can be chosen as a whole. */
export function EventSelection({ selected, onChange }: EventSelectionProps) {
  const choose = (kinds: readonly WebhookKind[], on: boolean) =>
    onChange(webhookKinds.filter((kind) => (kinds.includes(kind) ? on : selected.includes(kind))))
  return (
    <div className={classes.selection}>
      <div className={classes.head}>
        <span>{say('chosenOf', { count: selected.length, all: webhookKinds.length })}</span>
        <Button size="small" variant="quiet" onClick={() => choose(webhookKinds, true)}>
          {say('chooseAll')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => choose(webhookKinds, false)}>
          {say('chooseNone')}
        </Button>
      </div>
      <div className={classes.groups}>
        {eventGroups().map(([label, kinds]) => (
          <Group key={label} label={label} kinds={kinds} selected={selected} onChoose={choose} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  readonly label: string
  readonly kinds: readonly WebhookKind[]
  readonly selected: readonly WebhookKind[]
  readonly onChoose: (kinds: readonly WebhookKind[], on: boolean) => void
}

function Group({ label, kinds, selected, onChoose }: GroupProps) {
  const id = useId()
  const count = kinds.filter((kind) => selected.includes(kind)).length
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <label className={classes.all}>
        <input
          type="checkbox"
          checked={count === kinds.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < kinds.length
          }}
          onChange={() => onChoose(kinds, count < kinds.length)}
        />
        <strong id={id}>{label}</strong>
      </label>
      {kinds.map((kind) => (
        <CheckboxField
          key={kind}
          label={kind}
          checked={selected.includes(kind)}
          onChange={({ target }) => onChoose([kind], target.checked)}
        />
      ))}
    </div>
  )
}
