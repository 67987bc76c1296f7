import { Button } from '../../ui/actions/button.tsx'
import { CheckboxField, Field, FieldGroup, SelectField, TextAreaField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { say } from '../../messages/en/packages.ts'
import {
  choicesOf,
  emptyDraft,
  fieldKindOf,
  isRequired,
  itemsOf,
  propertiesOf,
  type Draft,
  type Schema,
} from './read-input.ts'

interface SchemaFieldsProps {
  readonly schema: Schema
  readonly name: string
  readonly path: string
  readonly required: boolean
  readonly draft: Draft
  readonly errors: ReadonlyMap<string, string>
  readonly onChange: (draft: Draft) => void
}

/** Form fields for a JSON Schema, labeled by its titles and described by its descriptions. */
export function SchemaFields(props: SchemaFieldsProps) {
  const { schema, name, required, draft, onChange } = props
  const label = labelOf(schema, name, required)
  const labels = { label, hint: hintOf(schema), error: props.errors.get(props.path) }
  switch (fieldKindOf(schema)) {
    case 'fixed':
      return null
    case 'group':
      return <Group {...props} label={label} />
    case 'list':
      return <List {...props} label={label} />
    case 'yesNo':
      return (
        <CheckboxField
          {...labels}
          checked={draft === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...labels}
          value={typeof draft === 'string' ? draft : ''}
          options={optionsOf(schema)}
          onSelect={onChange}
        />
      )
    case 'number':
      return (
        <Field
          {...labels}
          inputMode="decimal"
          value={typeof draft === 'string' ? draft : ''}
          placeholder={exampleOf(schema)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'text':
    case 'json':
      return (
        <TextAreaField
          {...labels}
          rows={2}
          value={typeof draft === 'string' ? draft : ''}
          placeholder={exampleOf(schema)}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

type GroupProps = SchemaFieldsProps & { readonly label: string }

function Group({ schema, label, path, draft, errors, onChange }: GroupProps) {
  const values = typeof draft === 'object' && !isList(draft) ? draft : {}
  const fields = propertiesOf(schema).map(([name, inner]) => (
    <SchemaFields
      key={name}
      schema={inner}
      name={name}
      path={`${path}/${name}`}
      required={isRequired(schema, name)}
      draft={values[name] ?? emptyDraft(inner)}
      errors={errors}
      onChange={(next) => onChange({ ...values, [name]: next })}
    />
  ))
  return path === '' ? <>{fields}</> : <FieldGroup legend={label}>{fields}</FieldGroup>
}

function List({ schema, label, path, draft, errors, onChange }: GroupProps) {
  const items = isList(draft) ? draft : []
  const inner = itemsOf(schema)
  const error = errors.get(path)
  return (
    <FieldGroup legend={label}>
      <Stack gap={2}>
        {items.map((item, index) => (
          <Stack gap={1} key={index}>
            <SchemaFields
              schema={inner}
              name={say('item', { number: index + 1 })}
              path={`${path}/${index}`}
              required
              draft={item}
              errors={errors}
              onChange={(next) => onChange(items.with(index, next))}
            />
            <Row>
              <Button variant="quiet" size="small" onClick={() => onChange(items.toSpliced(index, 1))}>
                {say('removeItem', { number: index + 1 })}
              </Button>
            </Row>
          </Stack>
        ))}
        {error === undefined ? null : <p role="alert">{error}</p>}
        <Row>
          <Button size="small" onClick={() => onChange([...items, emptyDraft(inner)])}>
            {say('addTo', { label })}
          </Button>
        </Row>
      </Stack>
    </FieldGroup>
  )
}

function isList(draft: Draft): draft is readonly Draft[] {
  return Array.isArray(draft)
}

function labelOf(schema: Schema, name: string, required: boolean): string {
  const { title } = schema
  const label = typeof title === 'string' && title !== '' ? title : sentenceCase(name)
  return required ? label : say('optional', { label })
}

function hintOf({ description }: Schema): string | undefined {
  return typeof description === 'string' ? description : undefined
}

function exampleOf({ examples }: Schema): string | undefined {
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined
  return example === undefined ? undefined : textOf(example)
}

/** Options by their index, because the values of an enum can be of any type. */
function optionsOf(schema: Schema): Record<string, string> {
  const choices = choicesOf(schema).map((choice, index) => [String(index), textOf(choice)] as const)
  return { '': say('choose'), ...Object.fromEntries(choices) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
