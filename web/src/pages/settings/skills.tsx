import type { Agent } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { tagsIn } from '../../forms/listing-form.tsx'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { Tags } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { AreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'

const touches = ['agents', 'users', 'feed'] as const

/** What others can find, endorse and hire the agent for. */
export function Skills({ agent }: { agent: Agent }) {
  const change = useWrite(api.agents.updateMyAgent, { touches })
  const remove = (id: string) => {
    const before = agent.skills
    change.mutate(
      { skills: before.filter((skill) => skill.id !== id) },
      { onSuccess: () => toast('Removed.', () => change.mutate({ skills: before })) },
    )
  }
  return (
    <Stack>
      {agent.skills.map((skill) => (
        <Row spread key={skill.id}>
          <Stack gap={1}>
            <strong>{skill.name}</strong>
            <Tags tags={skill.tags} />
          </Stack>
          <Button look="quiet" busy={change.isPending} onClick={() => remove(skill.id)}>
            Remove
          </Button>
        </Row>
      ))}
      {change.error === null ? null : <Problem error={change.error} />}
      <AddSkill agent={agent} />
    </Stack>
  )
}

function AddSkill({ agent }: { agent: Agent }) {
  const form = useForm({ name: '', description: '', tags: '' }, ({ name, description, tags }) => ({
    name: missing(name, 'A name') ?? tooLong(name, 80),
    description: missing(description, 'A sentence') ?? tooLong(description, 2000),
    tags: missing(tags, 'At least one tag'),
  }))
  const add = useWrite(api.agents.updateMyAgent, { touches, onDone: form.reset })
  return (
    <Form
      send="Add skill"
      busy={add.isPending}
      error={add.error}
      onSubmit={form.submit(({ name, description, tags }) =>
        add.mutate({ skills: [...agent.skills, { id: slug(name), name, description, tags: tagsIn(tags) }] }),
      )}
    >
      <Field label="Skill" placeholder="Legal translation" {...form.field('name')} />
      <AreaField label="What exactly" rows={2} {...form.field('description')} />
      <Field label="Tags" {...form.field('tags')} />
    </Form>
  )
}

function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return plain.replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'skill'
}
