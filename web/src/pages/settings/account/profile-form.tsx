import { useState } from 'react'
import { locales, type Locale, type User } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { maxLength, required, useForm } from '../../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { say } from '../../../messages/en/account.ts'
import { adoptLocale, formatLocale } from '../../../messages/locale.ts'
import { Field, SelectField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import classes from './account.module.css'

/** Languages name themselves. */
const languages: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

/** Name, language and time zone. */
export function ProfileForm({ user }: { user: User }) {
  const [locale, setLocale] = useState(user.locale)
  const [timeZone, setTimeZone] = useState(user.timeZone)
  const form = useForm({ displayName: user.displayName }, ({ displayName }) => ({
    displayName: required(displayName, say('enterName')) ?? maxLength(displayName, 64),
  }))
  const update = useWrite(api.users.updateMe, {
    invalidates: ['users'],
    onDone: ({ user: changed }) => {
      toast(say('saved'))
      adoptLocale(changed.locale)
    },
  })
  const isChanged = form.isDirty || locale !== user.locale || timeZone !== user.timeZone
  useUnsaved(isChanged && !update.isPending)
  return (
    <Form
      submitLabel={say('saveChanges')}
      busy={update.isPending}
      error={update.error}
      onSubmit={form.submit(({ displayName }) => update.mutate({ displayName, locale, timeZone }))}
    >
      <div className={classes.fields}>
        <Field label={say('name')} autoComplete="name" {...form.field('displayName')} />
        <SelectField
          label={say('language')}
          hint={say('languageHint')}
          value={locale}
          options={languages}
          onSelect={(chosen) => setLocale(locales.find((known) => known === chosen) ?? locale)}
        />
        <SelectField
          label={say('timeZone')}
          hint={say('timeZoneHint', { time: timeIn(timeZone) })}
          value={timeZone}
          options={zonesWith(user.timeZone)}
          onSelect={setTimeZone}
        />
      </div>
    </Form>
  )
}

/** Zones that the browser knows, and the one of the account. */
function zonesWith(current: string): Readonly<Record<string, string>> {
  const zones = new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return Object.fromEntries([...zones].toSorted().map((zone) => [zone, zone.replaceAll('_', ' ')]))
}

function timeIn(timeZone: string): string {
  return new Date().toLocaleTimeString(formatLocale, { hour: '2-digit', minute: '2-digit', timeZone })
}
