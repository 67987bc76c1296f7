import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeviceRequest } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { describeDevice } from '../../lib/describe-device.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { say } from '../../messages/en/apps.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './consent-form.module.css'
import { ConsentForm, Notes, type Decision } from './consent-form.tsx'

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
      <Page title={say(answer === 'allowed' ? 'deviceAllowed' : 'deviceRefused')} narrow>
        <Panel>
          <p>{say('returnToDevice')}</p>
        </Panel>
      </Page>
    )
  }
  if (request !== undefined) {
    return (
      <Page title={say('connect', { app: request.client.name })} narrow>
        <DeviceConsent request={request} userCode={form.values.userCode} onAnswer={setAnswer} />
      </Page>
    )
  }
  return (
    <Page title={say('connectDevice')} narrow>
      <Panel>
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
      </Panel>
    </Page>
  )
}

interface DeviceProps {
  readonly request: DeviceRequest
  readonly userCode: string
  readonly onAnswer: (answer: 'allowed' | 'refused') => void
}

function DeviceConsent({ request, userCode, onAnswer }: DeviceProps) {
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
  const origin = <Device request={request} userCode={userCode} />
  if (request.access === 'agent') {
    return <ConsentForm scopes={request.scopes} origin={origin} footer={null} decision={decision} />
  }
  return (
    <Panel>
      <Stack>
        {origin}
        <p>{say('accountAccess')}</p>
        <Notes kind="account" />
        {decision.error === null ? null : <ErrorMessage error={decision.error} />}
        <Row>
          <Button size="large" busy={decision.denying} onClick={decision.deny}>
            {say('cancel')}
          </Button>
          <Button
            size="large"
            variant="primary"
            busy={decision.approving}
            onClick={() => approve.mutate({ userCode })}
          >
            {say('signInDevice')}
          </Button>
        </Row>
      </Stack>
    </Panel>
  )
}

/** Which device asks. Everything it says about itself can be made up, so the person compares the code. */
function Device({ request, userCode }: Pick<DeviceProps, 'request' | 'userCode'>) {
  return (
    <>
      <p className={classes.warning}>
        {say.rich('compareCode', {
          code: userCode.toUpperCase(),
          b: (content) => <b className={classes.host}>{content}</b>,
        })}
      </p>
      <p className="muted">
        {say('deviceFacts', { device: describeDevice(request.userAgent), ip: request.ip ?? '' })}{' '}
        <RelativeTime time={request.createdAt} />
      </p>
    </>
  )
}
