import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import classes from './field.module.css'

interface FieldLabels {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

type InputProps = FieldLabels &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & { readonly ref?: Ref<HTMLInputElement> }

export function Field({ label, hint, error, ...rest }: InputProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <FieldLayout {...{ id, label, hint, error }}>
      <input
        id={id}
        {...rest}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
      />
    </FieldLayout>
  )
}

type TextAreaProps = FieldLabels & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'>

export function TextAreaField({ label, hint, error, rows = 5, ...rest }: TextAreaProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <FieldLayout {...{ id, label, hint, error }}>
      <textarea
        id={id}
        rows={rows}
        {...rest}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
      />
    </FieldLayout>
  )
}

interface SelectProps<Value extends string> extends FieldLabels {
  readonly value: Value
  readonly options: Readonly<Record<Value, string>>
  readonly onSelect: (value: Value) => void
}

export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, value, options, onSelect } = props
  const { id, describedBy } = useFieldIds(hint, error)
  const isOption = (text: string): text is Value => Object.hasOwn(options, text)
  return (
    <FieldLayout {...{ id, label, hint, error }}>
      <select
        id={id}
        value={value}
        className={classes.input}
        aria-describedby={describedBy}
        onChange={({ target }) => (isOption(target.value) ? onSelect(target.value) : undefined)}
      >
        {Object.keys(options)
          .filter(isOption)
          .map((option) => (
            <option key={option} value={option}>
              {options[option]}
            </option>
          ))}
      </select>
    </FieldLayout>
  )
}

export function CheckboxField({
  label,
  hint,
  ...rest
}: FieldLabels & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>) {
  const { id, describedBy } = useFieldIds(hint, undefined)
  return (
    <div className={classes.check}>
      <input id={id} type="checkbox" {...rest} aria-describedby={describedBy} />
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A fieldset with a legend. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{legend}</legend>
      {children}
    </fieldset>
  )
}

function FieldLayout({
  id,
  label,
  hint,
  error,
  children,
}: FieldLabels & { id: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const describedBy = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return { id, describedBy: describedBy === '' ? undefined : describedBy }
}
