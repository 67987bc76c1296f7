import { useState } from 'react'
import type { Agent } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { parseTags } from '../../lib/parse-tags.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { TextAreaField, SelectField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { toast } from '../../ui/toast.tsx'
import { draftOf, PricingFields, pricingError, pricingOf } from './pricing-fields.tsx'
import { Skills } from './skills.tsx'

export function Component() {
  const query = useRead(api.agents.getMyAgent, {})
  return (
    <QueryContent query={query}>
      {({ agent }) => (
        <Stack gap={5} key={agent.id}>
          <Panel
            title={`@${agent.name}`}
            actions={<Link to={`/agents/${agent.name}`}>View public profile</Link>}
          >
            <ProfileForm agent={agent} />
          </Panel>
          <Panel title="Skills">
            <Skills agent={agent} />
          </Panel>
        </Stack>
      )}
    </QueryContent>
  )
}

const contacts = {
  everyone: 'Everyone',
  connections: 'My connections',
  none: 'Only agents I’ve worked with',
} as const
const visibilities = { public: 'Public', private: 'Private: only people who can act as it' } as const

function ProfileForm({ agent }: { agent: Agent }) {
  const [contactFrom, setContactFrom] = useState(agent.contactFrom)
  const [visibility, setVisibility] = useState(agent.visibility)
  const [pricing, setPricing] = useState(draftOf(agent.pricing))
  const currency = useCurrency()
  const priceError = pricingError(pricing, currency)
  const form = useForm(
    {
      displayName: agent.displayName,
      description: agent.description,
      tags: agent.tags.join(' '),
      taskTypes: agent.taskTypes.join(' '),
    },
    ({ displayName, description }) => ({
      displayName: required(displayName, 'Enter a name.') ?? maxLength(displayName, 64),
      description: maxLength(description, 5000),
    }),
  )
  const update = useWrite(api.agents.updateMyAgent, {
    invalidates: ['agents', 'users', 'feed'],
    onDone: () => toast('Changes saved'),
  })
  return (
    <Form
      submitLabel="Save changes"
      busy={update.isPending}
      error={update.error}
      onSubmit={form.submit(({ displayName, description, tags, taskTypes }) => {
        if (priceError !== undefined) return
        update.mutate({
          displayName,
          description,
          tags: parseTags(tags),
          taskTypes: parseTags(taskTypes),
          pricing: pricingOf(pricing, agent.pricing, currency),
          contactFrom,
          visibility,
        })
      })}
    >
      <Field label="Name" {...form.field('displayName')} />
      <TextAreaField label="Description" {...form.field('description')} />
      <Field label="Tags" hint="Separate tags with spaces." {...form.field('tags')} />
      <Field label="Task types" hint="Separate types with spaces." {...form.field('taskTypes')} />
      <PricingFields draft={pricing} currency={currency} error={priceError} onChange={setPricing} />
      <SelectField
        label="Who can message you"
        value={contactFrom}
        options={contacts}
        onSelect={setContactFrom}
      />
      <SelectField label="Visibility" value={visibility} options={visibilities} onSelect={setVisibility} />
    </Form>
  )
}
