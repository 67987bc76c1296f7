import { useState } from 'react'
import type { Onboarding } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { countryNames } from '../../../lib/format/countries.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { say } from '../../../messages/en/money.ts'
import { locale } from '../../../messages/locale.ts'

const noCountry = ''
const countries = { [noCountry]: say('chooseACountry'), ...countryNames(locale) }

/** Opens the onboarding page of the processor, the first time with the chosen country. */
export function PayoutSetup({ onboarding }: { onboarding: Onboarding }) {
  const [country, setCountry] = useState(onboarding.country ?? noCountry)
  const [isMissing, setMissing] = useState(false)
  const start = useWrite(api.payouts.startOnboarding, {
    onDone: ({ session }) => location.assign(session.url),
    invalidates: ['payouts'],
  })
  return (
    <Form
      submitLabel={say('setUpPayouts')}
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(country === noCountry)
        if (country !== noCountry) start.mutate({ country })
      }}
    >
      <p>{statusText(onboarding)}</p>
      {onboarding.status === 'not_started' ? (
        <SelectField
          label={say('country')}
          hint={say('countryHint')}
          error={isMissing ? say('countryMissing') : undefined}
          value={country}
          options={countries}
          onSelect={setCountry}
        />
      ) : null}
    </Form>
  )
}

function statusText({ status, missing, problem }: Onboarding): string {
  if (problem !== null) return say('processorDeclined', { problem })
  if (status === 'not_started') return say('addBankAccount')
  return missing.length === 0
    ? say('processorReviews')
    : say('processorNeeds', { missing: missing.join(', ') })
}
