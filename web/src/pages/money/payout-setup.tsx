import type { Onboarding } from 'souk-contract'
import { useState } from 'react'
import { api, useWrite } from '../../api.ts'
import { countryNames } from '../../lib/countries.ts'
import { ChoiceField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

const unchosen = ''
const countries = { [unchosen]: 'Choose a country', ...countryNames('en') }

/** Opens the page of the processor; the first time in the country that its owner chooses. */
export function SetUpPayouts({ onboarding }: { onboarding: Onboarding }) {
  const [country, setCountry] = useState(onboarding.country ?? unchosen)
  const [isMissing, setMissing] = useState(false)
  const start = useWrite(api.payouts.startOnboarding, {
    onDone: ({ session }) => location.assign(session.url),
    touches: ['payouts'],
  })
  return (
    <Form
      send="Set up payouts"
      busy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(country === unchosen)
        if (country !== unchosen) start.mutate({ country })
      }}
    >
      <p>{wordsOf(onboarding)}</p>
      {onboarding.status === 'not_started' ? (
        <ChoiceField
          label="Country"
          hint="Where you or your company are at home. It cannot change once the account is open."
          error={isMissing ? 'Choose the country of the person or company that is paid.' : undefined}
          value={country}
          options={countries}
          onChoose={setCountry}
        />
      ) : null}
    </Form>
  )
}

function wordsOf({ status, missing, problem }: Onboarding): string {
  if (problem !== null) return `The payment processor refused: ${problem}`
  if (status === 'not_started') return 'Say once where your earnings go.'
  return `Not ready yet: ${missing.join(', ') || 'the processor is checking'}.`
}
