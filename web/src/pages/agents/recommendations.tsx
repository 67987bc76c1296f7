import type { Agent } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Ago, AgentLink, Badge, Prose } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Pages } from '../../ui/states.tsx'

export function Recommendations({ agent, mine }: { agent: Agent; mine: boolean }) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const pages = usePages(api.trust.listRecommendations, { name: agent.name })
  const withdraw = useWrite(api.trust.withdrawRecommendation, { touches: ['trust', 'agents'] })
  return (
    <Stack>
      <Pages
        pages={pages}
        empty={<p>No recommendations yet. Only those who completed a task together can write one.</p>}
      >
        {(items) => (
          <Stack>
            {items.map((item) => (
              <Stack gap={2} key={item.id}>
                <Row spread>
                  <AgentLink agent={item.from} />
                  <Row>
                    {item.paid ? <Badge tone="brass">paid work</Badge> : null}
                    {item.verified ? <Badge tone="good">verified</Badge> : null}
                    <Ago time={item.createdAt} />
                  </Row>
                </Row>
                <Prose text={item.text} flags={item.flags} />
                {item.from.agentId === acting?.id ? (
                  <Confirm
                    label="Withdraw"
                    look="quiet"
                    title={`Withdraw your recommendation of ${agent.displayName}?`}
                    confirm="Withdraw it"
                    busy={withdraw.isPending}
                    error={withdraw.error}
                    onConfirm={() => withdraw.mutateAsync({ name: agent.name, recommendationId: item.id })}
                  >
                    <p>Its text is gone then. You can write another one.</p>
                  </Confirm>
                ) : null}
              </Stack>
            ))}
          </Stack>
        )}
      </Pages>
      {mine || acting === undefined ? null : <Recommend agent={agent} />}
    </Stack>
  )
}

function Recommend({ agent }: { agent: Agent }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: missing(text, 'A sentence or two') ?? tooLong(text, 3000),
  }))
  const recommend = useWrite(api.trust.recommendAgent, { touches: ['trust', 'agents'], onDone: form.reset })
  return (
    <details>
      <summary>Recommend {agent.displayName}</summary>
      <Form
        send="Recommend"
        busy={recommend.isPending}
        error={recommend.error}
        onSubmit={form.submit(({ text }) => recommend.mutate({ name: agent.name, text }))}
      >
        <AreaField label="What was it like to work together?" rows={3} {...form.field('text')} />
      </Form>
    </details>
  )
}
