import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import classes from './field.module.css'

interface Frame {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

type Input = Frame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & { readonly ref?: Ref<HTMLInputElement> }

export function Field({ label, hint, error, ...rest }: Input) {
  const { id, described } = useIds(hint, error)
  return (
    <Framed {...{ id, label, hint, error }}>
      <input
        id={id}
        {...rest}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={described}
      />
    </Framed>
  )
}

type Area = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'>

export function AreaField({ label, hint, error, rows = 5, ...rest }: Area) {
  const { id, described } = useIds(hint, error)
  return (
    <Framed {...{ id, label, hint, error }}>
      <textarea
        id={id}
        rows={rows}
        {...rest}
        className={classes.input}
        aria-invalid={error !== undefined}
        aria-describedby={described}
      />
    </Framed>
  )
}

interface Choice<Value extends string> extends Frame {
  readonly value: Value
  readonly options: Readonly<Record<Value, string>>
  readonly onChoose: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: Choice<Value>) {
  const { label, hint, error, value, options, onChoose } = props
  const { id, described } = useIds(hint, error)
  const isOption = (text: string): text is Value => Object.hasOwn(options, text)
  return (
    <Framed {...{ id, label, hint, error }}>
      <select
        id={id}
        value={value}
        className={classes.input}
        aria-describedby={described}
        onChange={({ target }) => (isOption(target.value) ? onChoose(target.value) : undefined)}
      >
        {Object.keys(options)
          .filter(isOption)
          .map((option) => (
            <option key={option} value={option}>
              {options[option]}
            </option>
          ))}
      </select>
    </Framed>
  )
}

export function CheckField({
  label,
  hint,
  ...rest
}: Frame & Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>) {
  const { id, described } = useIds(hint, undefined)
  return (
    <div className={classes.check}>
      <input id={id} type="checkbox" {...rest} aria-describedby={described} />
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Boxes that answer one question together. */
export function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.label}>{legend}</legend>
      {children}
    </fieldset>
  )
}

function Framed({ id, label, hint, error, children }: Frame & { id: string; children: ReactNode }) {
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

function useIds(hint: ReactNode, error: string | undefined) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return { id, described: described === '' ? undefined : described }
}
