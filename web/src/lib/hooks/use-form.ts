import { flushSync } from 'react-dom'
import { useEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { draftKey, registerForm, takeDraft } from '../../identity/drafts.ts'
import { say } from '../../messages/en/ui.ts'
import { afterPress } from '../calls/after-press.ts'

type FieldErrors<Values> = { readonly [Name in keyof Values]?: string | undefined }

/**
 * State of a form of text fields. An error is shown once its field has lost focus or the form was submitted. `draftId` identifies the form
 * if its initial values are a draft, which changes.
 */
export function useForm<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  validate: (values: Values) => FieldErrors<Values>,
  draftId?: string,
) {
  const [values, setValues] = useDraft(initial, draftId)
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState(false)
  const errors = validate(values)
  const isValid = Object.values(errors).every((error) => error === undefined)
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    setValues((before) => ({ ...before, [name]: value }))
  return {
    values,
    /** Whether a value differs from the initial one. */
    isDirty: Object.keys(values).some((name) => values[name] !== initial[name]),
    set,
    /** Replaces all values. */
    replace: setValues,
    reset: () => {
      setValues(initial)
      setTouched(new Set())
      setRefused(false)
    },
    /** Fields that keep the form from being submitted, after the first attempt. */
    problems: refused ? Object.entries(errors).filter(isProblem) : [],
    /** Props that bind an input to the form. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? '',
      error: touched.has(name) ? errors[name] : undefined,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setValues((before) => ({ ...before, [name]: target.value })),
      onBlur: () => afterPress(() => setTouched((before) => new Set([...before, name]))),
    }),
    /** Submit handler: calls `send` if the form is valid, otherwise shows every error and moves to the first. */
    submit: (send: (values: Values) => void) => (event: SyntheticEvent) => {
      event.preventDefault()
      const form = event.currentTarget.closest('form') ?? event.currentTarget
      // The errors must be in the document before the first invalid field can be found.
      flushSync(() => {
        setTouched(new Set(Object.keys(values)))
        setRefused(!isValid)
      })
      if (isValid) send(values)
      else focusFirstInvalid(form)
    },
  }
}

function isProblem(entry: readonly [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

/** The middle of the screen leaves room for the label above and the error below. */
function focusFirstInvalid(form: Element): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** Form values, restored from the draft that was saved when the session ended. */
function useDraft<Values extends Readonly<Record<string, string>>>(initial: Values, draftId?: string) {
  const [key] = useState(() => draftId ?? draftKey(initial))
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...takeDraft(key) }))
  const latest = useRef({ initial, values })
  useEffect(() => {
    latest.current = { initial, values }
  })
  useEffect(
    () =>
      registerForm({
        key,
        changedValues: () => {
          const { initial: before, values: after } = latest.current
          return Object.keys(after).some((name) => after[name] !== before[name]) ? after : undefined
        },
      }),
    [key],
  )
  return [values, setValues] as const
}

export const required = (text: string, message: string) => (text.trim() === '' ? message : undefined)
export const maxLength = (text: string, max: number) =>
  text.length > max ? say('tooLong', { max, length: text.length }) : undefined
