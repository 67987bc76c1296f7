import { useState } from 'react'
import type { SavedSearch } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { CancelButton } from '../../ui/actions/dialog.tsx'
import { CheckboxField, Field, SelectField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { say } from '../../messages/en/saved.ts'

type Fields = Pick<SavedSearch, 'name' | 'alerts' | 'mail'>

interface SearchFormProps {
  readonly initial: Fields
  readonly submitLabel: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (fields: Fields) => void
  readonly onCancel: () => void
}

export const alertNames: Readonly<Record<Fields['alerts'], string>> = {
  immediate: say('immediately'),
  daily: say('daily'),
  off: say('never'),
}

/** Name and alerts of a saved search. */
export function SearchForm({ initial, submitLabel, busy, error, onSubmit, onCancel }: SearchFormProps) {
  const [alerts, setAlerts] = useState(initial.alerts)
  const [mail, setMail] = useState(initial.mail)
  const form = useForm({ name: initial.name }, ({ name }) => ({
    name: required(name, say('enterAName')) ?? maxLength(name, 80),
  }))
  return (
    <Form
      submitLabel={submitLabel}
      busy={busy}
      error={error}
      secondaryAction={<CancelButton onClose={onCancel} />}
      onSubmit={form.submit(({ name }) => onSubmit({ name, alerts, mail }))}
    >
      <Field label={say('name')} {...form.field('name')} />
      <SelectField
        label={say('alertMe')}
        hint={say('alertHint')}
        value={alerts}
        options={alertNames}
        onSelect={setAlerts}
      />
      {alerts === 'off' ? null : (
        <CheckboxField
          label={say('alsoByMail')}
          hint={say('mailHint')}
          checked={mail}
          onChange={({ target }) => setMail(target.checked)}
        />
      )}
    </Form>
  )
}
