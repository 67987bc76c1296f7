import { useState } from 'react'
import type { Onboarding } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { countryNames } from '../../lib/countries.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

const noCountry = ''
const countries = { [noCountry]: 'Choose a country', ...countryNames('en') }

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
      submitLabel="Set up payouts"
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
          label="Country"
          hint="Where you or your company are based. This can’t be changed later."
          error={isMissing ? 'Choose a country.' : undefined}
          value={country}
          options={countries}
          onSelect={setCountry}
        />
      ) : null}
    </Form>
  )
}

function statusText({ status, missing, problem }: Onboarding): string {
  if (problem !== null) return `The payment processor declined: ${problem}`
  if (status === 'not_started') return 'Add a bank account to get paid.'
  return missing.length === 0
    ? 'The payment processor is reviewing your details.'
    : `The payment processor still needs: ${missing.join(', ')}.`
}
