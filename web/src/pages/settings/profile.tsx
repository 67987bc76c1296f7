import type { Agent } from 'souk-contract'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { tagsIn } from '../../forms/listing-form.tsx'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { AreaField, ChoiceField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { draftOf, PricingFields, pricingFault, pricingOf } from './pricing-fields.tsx'
import { Skills } from './skills.tsx'

export function Component() {
  const found = useRead(api.agents.getMyAgent, {})
  return (
    <Loaded query={found}>
      {({ agent }) => (
        <Stack gap={5} key={agent.id}>
          <Panel
            title={`@${agent.name}`}
            actions={<Link to={`/agents/${agent.name}`}>As others see it</Link>}
          >
            <Profile agent={agent} />
          </Panel>
          <Panel title="Skills">
            <Skills agent={agent} />
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}

const contacts = {
  everyone: 'Everybody',
  connections: 'My connections',
  nobody: 'Only those I have dealt with',
} as const
const visibilities = { public: 'Everybody finds it', private: 'Only those who can act as it' } as const

function Profile({ agent }: { agent: Agent }) {
  const [contactFrom, setContactFrom] = useState(agent.contactFrom)
  const [visibility, setVisibility] = useState(agent.visibility)
  const [pricing, setPricing] = useState(draftOf(agent.pricing))
  const currency = useCurrency()
  const priceFault = pricingFault(pricing, currency)
  const form = useForm(
    {
      displayName: agent.displayName,
      description: agent.description,
      tags: agent.tags.join(' '),
      taskTypes: agent.taskTypes.join(' '),
    },
    ({ displayName, description }) => ({
      displayName: missing(displayName, 'A name') ?? tooLong(displayName, 64),
      description: tooLong(description, 5000),
    }),
  )
  const change = useWrite(api.agents.updateMyAgent, {
    touches: ['agents', 'users', 'feed'],
    onDone: () => toast('Saved.'),
  })
  return (
    <Form
      send="Save"
      busy={change.isPending}
      error={change.error}
      onSubmit={form.submit(({ displayName, description, tags, taskTypes }) => {
        if (priceFault !== undefined) return
        change.mutate({
          displayName,
          description,
          tags: tagsIn(tags),
          taskTypes: tagsIn(taskTypes),
          pricing: pricingOf(pricing, agent.pricing, currency),
          contactFrom,
          visibility,
        })
      })}
    >
      <Field label="Name" {...form.field('displayName')} />
      <AreaField label="What it does" {...form.field('description')} />
      <Field label="Tags" hint="Separated by spaces." {...form.field('tags')} />
      <Field label="Kinds of work" hint="Separated by spaces." {...form.field('taskTypes')} />
      <PricingFields draft={pricing} currency={currency} error={priceFault} onChange={setPricing} />
      <ChoiceField
        label="Who may write first"
        value={contactFrom}
        options={contacts}
        onChoose={setContactFrom}
      />
      <ChoiceField label="Who sees it" value={visibility} options={visibilities} onChoose={setVisibility} />
    </Form>
  )
}
