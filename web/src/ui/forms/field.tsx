import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import classes from './field.module.css'

interface FieldLabels {
  readonly label: string
  /** Beside the label, such as the number of characters. */
  readonly note?: string | undefined
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Corrects the error with one click. */
  readonly fix?: Fix | undefined
}

interface Fix {
  readonly label: string
  readonly apply: () => void
}

type InputProps = FieldLabels &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & { readonly ref?: Ref<HTMLInputElement> }

export function Field({ label, note, hint, error, fix, ...rest }: InputProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <FieldLayout {...{ id, label, note, hint, error, fix }}>
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

type TextAreaProps = FieldLabels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> & {
    readonly ref?: Ref<HTMLTextAreaElement>
    /** Bar above the text. */
    readonly tools?: ReactNode
    /** Shown in place of the text. */
    readonly preview?: ReactNode
  }

export function TextAreaField(props: TextAreaProps) {
  const { label, note, hint, error, fix, tools, preview, rows = 5, ...rest } = props
  const { id, describedBy } = useFieldIds(hint, error)
  return (
    <FieldLayout {...{ id, label, note, hint, error, fix }}>
      {tools}
      <textarea
        hidden={preview !== undefined}
        id={id}
        rows={rows}
        dir="auto"
        {...rest}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
      />
      {preview}
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

export function FieldLayout(props: FieldLabels & { id: string; children: ReactNode }) {
  const { id, label, note, hint, error, fix, children } = props
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {note === undefined ? null : <small className={classes.note}>{note}</small>}
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
          {fix === undefined ? null : (
            <>
              {' '}
              <button type="button" onClick={fix.apply}>
                {fix.label}
              </button>
            </>
          )}
        </p>
      )}
    </div>
  )
}

export function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const describedBy = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return { id, describedBy: describedBy === '' ? undefined : describedBy }
}
