import { Copy } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../ui/actions/action-menu.tsx'
import { Button, ButtonLink } from '../ui/actions/button.tsx'
import { ConfirmButton } from '../ui/actions/confirm.tsx'
import { CheckboxField, Field, FieldGroup, SelectField, TextAreaField } from '../ui/forms/field.tsx'
import { Chip, Facet, Filters, InlineSelect, SearchBox } from '../ui/forms/filters.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Panel, Row, Stack } from '../ui/page/layout.tsx'
import { Link } from '../ui/page/link.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { ToolButton } from '../ui/actions/tool-button.tsx'
import { failure } from './samples.ts'

const variants = ['primary', 'plain', 'quiet', 'danger', 'stop'] as const
const sizes = ['small', 'medium', 'large'] as const

export function Controls() {
  return (
    <>
      <Panel title="Buttons">
        <Stack gap={3}>
          {variants.map((variant) => (
            <Row key={variant}>
              {sizes.map((size) => (
                <Button key={size} variant={variant} size={size}>
                  {variant} {size}
                </Button>
              ))}
              <Button variant={variant} busy>
                {variant} busy
              </Button>
              <Button variant={variant} disabledReason="Says why it is disabled.">
                {variant} disabled
              </Button>
            </Row>
          ))}
          <Row>
            <ButtonLink to="/dev/ui">Button link</ButtonLink>
            <ConfirmButton
              label="Asks for confirmation"
              title="Pay $45.00?"
              confirmLabel="Pay $45.00"
              error={failure}
              busy={false}
              onConfirm={() => Promise.resolve()}
            >
              <p>The text names the consequence.</p>
            </ConfirmButton>
            <ToolButton>Tool</ToolButton>
            <ActionMenu label="More actions">
              <Button variant="quiet">
                <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
                Rare action
              </Button>
              <Button variant="danger">Destructive action</Button>
            </ActionMenu>
            <Link to="/dev/ui">Link</Link>
          </Row>
        </Stack>
      </Panel>
      <Panel title="Forms">
        <FormStates />
      </Panel>
      <Panel title="Navigation and filters">
        <FilterStates />
      </Panel>
    </>
  )
}

const sizesOf = { letter: 'Letter', page: 'Page' } as const

function FormStates() {
  const [size, setSize] = useState<keyof typeof sizesOf>('letter')
  return (
    <Form
      submitLabel="Submit"
      busy={false}
      error={failure}
      secondaryAction={<Button variant="quiet">Second action</Button>}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Field" hint="A hint." placeholder="Placeholder" />
      <Field label="Field with an error" error="The error names the rule." defaultValue="Value" />
      <TextAreaField label="Text area" rows={2} />
      <SelectField label="Select" value={size} options={sizesOf} onSelect={setSize} />
      <FieldGroup legend="Group">
        <CheckboxField label="Checked" hint="A hint." defaultChecked />
        <CheckboxField label="Not checked" />
      </FieldGroup>
    </Form>
  )
}

const ranges = [
  ['day', 'Day', 3],
  ['week', 'Week', 120],
  ['year', 'Year'],
] as const

function FilterStates() {
  const [range, setRange] = useState('day')
  return (
    <Stack gap={3}>
      <Tabs
        label="Tabs"
        tabs={[
          ['/dev/ui', 'Active'],
          ['/dev/ui?tab=2', 'Other'],
        ]}
      />
      <Segments label="Range" options={ranges} value={range} onSelect={setRange} />
      <Filters>
        <SearchBox label="Search" value="" onSearch={() => undefined} />
        <InlineSelect
          label="Sort"
          value="new"
          options={[
            ['new', 'Newest'],
            ['old', 'Oldest'],
          ]}
          onSelect={() => undefined}
        />
        <Chip text="Active filter" onRemove={() => undefined} />
        <Facet text="Suggested filter" onSelect={() => undefined} />
      </Filters>
    </Stack>
  )
}
