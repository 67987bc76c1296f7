import { useState, type ComponentProps } from 'react'
import { say } from '../../messages/en/ui.ts'
import { Field } from './field.tsx'
import classes from './password-field.module.css'

/** A password, which can be shown while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={classes.password}>
      <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? say('hide') : say('show')}
      </button>
    </div>
  )
}
