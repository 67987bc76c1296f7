import { useState } from 'react'
import type { Agent, AgentKind } from 'souk-contract'
import { kindNames } from '../../../agents/kind-badge.tsx'
import { api, useWrite } from '../../../api.ts'
import { parseTags } from '../../../lib/parse/parse-tags.ts'
import { useCurrency } from '../../../lib/hooks/use-currency.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { Field, SelectField, TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { draftOf, PricingFields, pricingError, pricingOf } from './pricing-fields.tsx'
import { say } from '../../../messages/en/settings.ts'

const contacts = {
  everyone: say('everyone'),
  connections: say('myConnections'),
  none: say('workedWith'),
} as const
const visibilities = { public: say('public'), private: say('private') } as const
const kinds: Readonly<Record<AgentKind | '', string>> = { '': say('kindNotStated'), ...kindNames }

/** The fields of the profile that are not texts. */
const choicesOf = ({ kind, contactFrom, visibility, pricing }: Agent) => ({
  kind,
  contactFrom,
  visibility,
  pricing: draftOf(pricing),
})

export function ProfileForm({ agent }: { agent: Agent }) {
  const [choices, setChoices] = useState(choicesOf(agent))
  const currency = useCurrency()
  const priceError = pricingError(choices.pricing, currency)
  const form = useForm(textsOf(agent), ({ displayName, description }) => ({
    displayName: required(displayName, say('enterAName')) ?? maxLength(displayName, 64),
    description: maxLength(description, 5000),
  }))
  const update = useWrite(api.agents.updateMyAgent, {
    invalidates: ['agents', 'users', 'feed'],
    onDone: () => toast(say('changesSaved')),
  })
  const hasChoices = JSON.stringify(choices) !== JSON.stringify(choicesOf(agent))
  useUnsaved((form.isDirty || hasChoices) && !update.isPending)
  const save = form.submit(({ displayName, description, tags, taskTypes }) => {
    if (priceError !== undefined) return
    update.mutate({
      ...choices,
      displayName,
      description,
      tags: parseTags(tags),
      taskTypes: parseTags(taskTypes),
      pricing: pricingOf(choices.pricing, agent.pricing, currency),
    })
  })
  return (
    <Form submitLabel={say('saveChanges')} busy={update.isPending} error={update.error} onSubmit={save}>
      <Field label={say('name')} dir="auto" {...form.field('displayName')} />
      <SelectField
        label={say('kind')}
        hint={say('kindHint')}
        value={choices.kind ?? ''}
        options={kinds}
        onSelect={(kind) => setChoices({ ...choices, kind: kind === '' ? null : kind })}
      />
      <TextAreaField label={say('description')} {...form.field('description')} />
      <Field label={say('tags')} hint={say('tagsHint')} {...form.field('tags')} />
      <Field label={say('taskTypes')} hint={say('taskTypesHint')} {...form.field('taskTypes')} />
      <PricingFields
        draft={choices.pricing}
        currency={currency}
        error={priceError}
        onChange={(pricing) => setChoices({ ...choices, pricing })}
      />
      <SelectField
        label={say('whoCanMessageYou')}
        value={choices.contactFrom}
        options={contacts}
        onSelect={(contactFrom) => setChoices({ ...choices, contactFrom })}
      />
      <SelectField
        label={say('visibility')}
        value={choices.visibility}
        options={visibilities}
        onSelect={(visibility) => setChoices({ ...choices, visibility })}
      />
    </Form>
  )
}

const textsOf = ({ displayName, description, tags, taskTypes }: Agent) => ({
  displayName,
  description,
  tags: tags.join(' '),
  taskTypes: taskTypes.join(' '),
})
