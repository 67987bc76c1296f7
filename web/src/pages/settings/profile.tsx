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
import { say } from '../../messages/en/settings.ts'

export function Component() {
  const query = useRead(api.agents.getMyAgent, {})
  return (
    <QueryContent query={query}>
      {({ agent }) => (
        <Stack gap={5} key={agent.id}>
          <Panel
            title={`@${agent.name}`}
            actions={<Link to={`/agents/${agent.name}`}>{say('viewPublicProfile')}</Link>}
          >
            <ProfileForm agent={agent} />
          </Panel>
          <Panel title={say('skills')}>
            <Skills agent={agent} />
          </Panel>
        </Stack>
      )}
    </QueryContent>
  )
}

const contacts = {
  everyone: say('everyone'),
  connections: say('myConnections'),
  none: say('workedWith'),
} as const
const visibilities = { public: say('public'), private: say('private') } as const

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
      displayName: required(displayName, say('enterAName')) ?? maxLength(displayName, 64),
      description: maxLength(description, 5000),
    }),
  )
  const update = useWrite(api.agents.updateMyAgent, {
    invalidates: ['agents', 'users', 'feed'],
    onDone: () => toast(say('changesSaved')),
  })
  return (
    <Form
      submitLabel={say('saveChanges')}
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
      <Field label={say('name')} {...form.field('displayName')} />
      <TextAreaField label={say('description')} {...form.field('description')} />
      <Field label={say('tags')} hint={say('tagsHint')} {...form.field('tags')} />
      <Field label={say('taskTypes')} hint={say('taskTypesHint')} {...form.field('taskTypes')} />
      <PricingFields draft={pricing} currency={currency} error={priceError} onChange={setPricing} />
      <SelectField
        label={say('whoCanMessageYou')}
        value={contactFrom}
        options={contacts}
        onSelect={setContactFrom}
      />
      <SelectField
        label={say('visibility')}
        value={visibility}
        options={visibilities}
        onSelect={setVisibility}
      />
    </Form>
  )
}
