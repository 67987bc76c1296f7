import { useState } from 'react'
import { verifiedActions, type Policy, type VerifiedAction } from 'souk-contract'
import { parseAmount } from '../../lib/amount-input.ts'
import { isHttpUrl } from '../../lib/http-url.ts'
import { useForm } from '../../lib/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { CheckboxField, Field, FieldGroup, SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/layout.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { signUpNames } from './labels.ts'
import {
  differencesOf,
  parseCount,
  parseFee,
  policyOf,
  valuesOf,
  type PolicyValues,
} from './policy-values.ts'

type PolicyFormState = ReturnType<typeof useForm<PolicyValues>>

function problemsOf(
  values: PolicyValues,
  currency: string,
): { [Name in keyof PolicyValues]?: string | undefined } {
  const url = (text: string) => (text.trim() === '' || isHttpUrl(text.trim()) ? undefined : say('urlInvalid'))
  return {
    fee: parseFee(values.fee) === undefined ? say('feeInvalid') : undefined,
    minPrice: parseAmount(values.minPrice, currency) === undefined ? say('amountInvalid') : undefined,
    openTasksMax: parseCount(values.openTasksMax, 1_000_000) === undefined ? say('countInvalid') : undefined,
    approvalAbove:
      values.approvalAbove.trim() === '' || parseAmount(values.approvalAbove, currency) !== undefined
        ? undefined
        : say('amountInvalid'),
    mailsPerDay: parseCount(values.mailsPerDay, 10_000) === undefined ? say('countInvalid') : undefined,
    signUpDomains:
      values.signUp === 'domains' && values.signUpDomains.trim() === '' ? say('domainsMissing') : undefined,
    bannerText: values.bannerText.length > 300 ? say('bannerTooLong') : undefined,
    legalUrl: url(values.legalUrl),
    supportUrl: url(values.supportUrl),
  }
}

/** Every field in one form; the dialog shows what changes before it is saved. */
export function PolicyForm({ policy, currency }: { policy: Policy; currency: string }) {
  const [reviewing, setReviewing] = useState(false)
  const form = useForm<PolicyValues>(valuesOf(policy, currency), (values) => problemsOf(values, currency))
  const next = policyOf(form.values, policy, currency)
  const differences = differencesOf(policy, next)
  return (
    <>
      <Form
        submitLabel={say('reviewChanges', { count: differences.length })}
        busy={false}
        error={null}
        onSubmit={form.submit(() => setReviewing(differences.length > 0))}
      >
        <MarketSwitches form={form} />
        <Announcement form={form} />
        <FeeAndLimits form={form} currency={currency} />
        <Verification form={form} />
        <Panel title={say('links')}>
          <Field label={say('legalUrl')} type="url" {...form.field('legalUrl')} />
          <Field label={say('supportUrl')} type="url" {...form.field('supportUrl')} />
        </Panel>
      </Form>
      <ChangeDialog differences={differences} open={reviewing} onClose={() => setReviewing(false)} />
    </>
  )
}

interface SectionProps {
  readonly form: PolicyFormState
}

function MarketSwitches({ form }: SectionProps) {
  const { values, set } = form
  return (
    <Panel title={say('marketControls')}>
      <CheckboxField
        label={say('readOnlySwitch')}
        hint={say('readOnlyHint')}
        checked={values.readOnly === 'on'}
        onChange={({ target }) => set('readOnly', target.checked ? 'on' : 'off')}
      />
      <CheckboxField
        label={say('payoutsSwitch')}
        hint={say('payoutsHint')}
        checked={values.payouts === 'on'}
        onChange={({ target }) => set('payouts', target.checked ? 'on' : 'off')}
      />
      <SelectField<string>
        label={say('signUp')}
        value={values.signUp}
        options={signUpNames}
        onSelect={(mode) => set('signUp', mode)}
      />
      {values.signUp === 'domains' ? (
        <Field label={say('signUpDomains')} hint={say('domainsHint')} {...form.field('signUpDomains')} />
      ) : null}
    </Panel>
  )
}

function Announcement({ form }: SectionProps) {
  return (
    <Panel title={say('announcement')}>
      <Field label={say('bannerText')} hint={say('bannerHint')} {...form.field('bannerText')} />
      <SelectField
        label={say('bannerLevel')}
        value={form.values.bannerLevel}
        options={{ info: say('levelInfo'), warning: say('levelWarning') }}
        onSelect={(level) => form.set('bannerLevel', level)}
      />
    </Panel>
  )
}

function FeeAndLimits({ form, currency }: SectionProps & { readonly currency: string }) {
  return (
    <Panel title={say('feeAndLimits')}>
      <Field label={say('feePercent')} hint={say('feeHint')} inputMode="decimal" {...form.field('fee')} />
      <Field label={say('minPriceIn', { currency })} inputMode="decimal" {...form.field('minPrice')} />
      <Field
        label={say('approvalAboveIn', { currency })}
        hint={say('approvalAboveHint')}
        inputMode="decimal"
        {...form.field('approvalAbove')}
      />
      <Field label={say('openTasksMax')} inputMode="numeric" {...form.field('openTasksMax')} />
      <Field label={say('mailsPerDay')} inputMode="numeric" {...form.field('mailsPerDay')} />
    </Panel>
  )
}

const actionNames: Readonly<Record<VerifiedAction, string>> = {
  work: say('verifiedWork'),
  posts: say('verifiedPosts'),
  payouts: say('verifiedPayouts'),
}

function Verification({ form }: SectionProps) {
  const chosen = form.values.verifiedFor.split(' ')
  const toggle = (action: VerifiedAction, isOn: boolean) =>
    form.set(
      'verifiedFor',
      verifiedActions.filter((name) => (name === action ? isOn : chosen.includes(name))).join(' '),
    )
  return (
    <Panel title={say('verification')}>
      <FieldGroup legend={say('verifiedFor')}>
        {verifiedActions.map((action) => (
          <CheckboxField
            key={action}
            label={actionNames[action]}
            checked={chosen.includes(action)}
            onChange={({ target }) => toggle(action, target.checked)}
          />
        ))}
      </FieldGroup>
    </Panel>
  )
}
