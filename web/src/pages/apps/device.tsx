import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeviceRequest } from 'souk-contract'
import { marketName } from '../../brand.ts'
import { api, useWrite } from '../../api.ts'
import { describeDevice } from '../../lib/format/describe-device.ts'
import { required, useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/apps.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { AppHeader } from './app-header.tsx'
import { ConsentCard, PlainCard } from './consent-card.tsx'
import { Answers, Bounds, ConsentForm, type Decision } from './consent-form.tsx'
import classes from './consent.module.css'

/** Page where a person types the code that a device shows (RFC 8628), and consents as for any app. */
export function Component() {
  const [search] = useSearchParams()
  const [answer, setAnswer] = useState<'allowed' | 'refused'>()
  const form = useForm({ userCode: search.get('code') ?? '' }, ({ userCode }) => ({
    userCode: required(userCode, say('enterCode')),
  }))
  const find = useWrite(api.apps.describeDeviceRequest)
  const request = find.data?.request
  if (answer !== undefined) {
    return (
      <PlainCard title={say(answer === 'allowed' ? 'deviceAllowed' : 'deviceRefused')}>
        <p>{say('returnToDevice')}</p>
      </PlainCard>
    )
  }
  if (request !== undefined) {
    return <DeviceConsent request={request} userCode={form.values.userCode} onAnswer={setAnswer} />
  }
  return (
    <PlainCard title={say('connectDevice')}>
      <Form
        submitLabel={say('continue')}
        busy={find.isPending}
        error={find.error}
        onSubmit={form.submit((values) => find.mutate(values))}
      >
        <Field
          label={say('code')}
          hint={say('codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('userCode')}
        />
      </Form>
    </PlainCard>
  )
}

interface DeviceProps {
  readonly request: DeviceRequest
  readonly userCode: string
  readonly onAnswer: (answer: 'allowed' | 'refused') => void
}

function DeviceConsent({ request, userCode, onAnswer }: DeviceProps) {
  const { client, scopes, access } = request
  const approve = useWrite(api.apps.approveDeviceRequest, {
    invalidates: ['apps', 'sessions'],
    onDone: () => onAnswer('allowed'),
  })
  const deny = useWrite(api.apps.denyDeviceRequest, { onDone: () => onAnswer('refused') })
  const decision: Decision = {
    error: approve.error ?? deny.error,
    approving: approve.isPending,
    denying: deny.isPending,
    approve: (choice) => approve.mutate({ userCode, ...choice }),
    deny: () => deny.mutate({ userCode }),
  }
  const facts = <DeviceFacts request={request} />
  return (
    <ConsentCard title={say('connect', { app: client.name, market: marketName() })}>
      <AppHeader client={client}>
        <CompareCode userCode={userCode} />
      </AppHeader>
      {access === 'agent' ? (
        <ConsentForm scopes={scopes} footer={facts} decision={decision} />
      ) : (
        <>
          <p className={classes.section}>{say('accountAccess')}</p>
          <Bounds stop={say('stopSession')} />
          <Answers
            decision={decision}
            label={say('signInDevice')}
            approve={() => approve.mutate({ userCode })}
          >
            {facts}
          </Answers>
        </>
      )}
    </ConsentCard>
  )
}

/** Everything that a device says about itself can be made up, so the person compares the code. */
function CompareCode({ userCode }: Pick<DeviceProps, 'userCode'>) {
  return (
    <p className={classes.warning}>
      {say.rich('compareCode', { code: userCode.toUpperCase(), b: (content) => <b>{content}</b> })}
    </p>
  )
}

function DeviceFacts({ request: { userAgent, ip, createdAt } }: Pick<DeviceProps, 'request'>) {
  return (
    <p className={classes.facts}>
      {say('deviceFacts', { device: describeDevice(userAgent), ip: ip ?? '' })}{' '}
      <RelativeTime time={createdAt} />
    </p>
  )
}
