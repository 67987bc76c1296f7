/** The sections of the policy: what each setting is called, what it does and how it is entered. */
import type { ReactNode } from 'react'
import { verifiedActions, type Policy, type VerifiedAction } from 'souk-contract'
import type { useForm } from '../../lib/hooks/use-form.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { CheckboxField, Field, FieldGroup, SelectField } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { CategoryEditor } from './category-editor.tsx'
import {
  actionNames,
  fieldNames,
  formatValue,
  sectionNames,
  signUpNames,
  type SectionName,
} from './labels.ts'
import type { NumberName } from './number-settings.ts'
import classes from './policy.module.css'
import type { PolicyValues } from './policy-values.ts'

export interface SectionProps {
  readonly form: ReturnType<typeof useForm<PolicyValues>>
  readonly initial: Policy
  readonly currency: string
}

interface FrameProps {
  readonly name: SectionName
  readonly hint: string
  readonly children: ReactNode
}

export function Section({ name, hint, children }: FrameProps) {
  return (
    <section id={name} className={classes.section} aria-label={sectionNames[name]}>
      <header>
        <h2>{sectionNames[name]}</h2>
        <p>{hint}</p>
      </header>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

interface NumberFieldProps extends SectionProps {
  readonly name: NumberName
  readonly label?: string
  readonly hint?: string
}

/** A number with its explanation and the value of the environment. */
function NumberField({ form, initial, currency, name, label = fieldNames[name], hint }: NumberFieldProps) {
  const environment = say('environmentValue', { value: formatValue(name, initial[name], currency) })
  return (
    <Field
      label={label}
      inputMode="decimal"
      hint={hint === undefined ? environment : `${hint} ${environment}`}
      {...form.field(name)}
    />
  )
}

export function MarketSection({ form: { values, set } }: SectionProps) {
  return (
    <Section name="controls" hint={say('controlsHint')}>
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
    </Section>
  )
}

export function AccessSection({ form }: SectionProps) {
  const { values, set } = form
  const chosen = values.verifiedFor.split(' ')
  const toggle = (action: VerifiedAction, isOn: boolean) =>
    set(
      'verifiedFor',
      verifiedActions.filter((name) => (name === action ? isOn : chosen.includes(name))).join(' '),
    )
  return (
    <Section name="access" hint={say('accessHint')}>
      <SelectField<string>
        label={say('signUp')}
        value={values.signUp}
        options={signUpNames}
        onSelect={(mode) => set('signUp', mode)}
      />
      {values.signUp === 'domains' ? (
        <Field label={say('signUpDomains')} hint={say('domainsHint')} {...form.field('signUpDomains')} />
      ) : null}
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
    </Section>
  )
}

export function FeeSection(props: SectionProps) {
  const { form, currency } = props
  return (
    <Section name="fees" hint={say('feesHint')}>
      <FieldPair>
        <NumberField {...props} name="feeBps" label={say('feePercent')} hint={say('feeHint')} />
        <NumberField {...props} name="minPrice" label={say('minPriceIn', { currency })} />
      </FieldPair>
      <CategoryEditor
        value={form.values.categories}
        error={form.field('categories').error}
        onChange={(categories) => form.set('categories', categories)}
      />
      <Field
        label={say('approvalAboveIn', { currency })}
        hint={say('approvalAboveHint')}
        inputMode="decimal"
        {...form.field('approvalAbove')}
      />
    </Section>
  )
}

export function TermSection(props: SectionProps) {
  return (
    <Section name="terms" hint={say('termsHint')}>
      <FieldPair>
        <NumberField {...props} name="reviewHours" label={say('reviewHoursField')} hint={say('reviewHint')} />
        <NumberField {...props} name="maxRevisions" hint={say('revisionsHint')} />
      </FieldPair>
      <FieldPair>
        <NumberField
          {...props}
          name="disputeDays"
          label={say('disputeDaysField')}
          hint={say('disputeHint')}
        />
        <NumberField {...props} name="offerHours" label={say('offerHoursField')} />
      </FieldPair>
    </Section>
  )
}

export function LimitSection(props: SectionProps) {
  return (
    <Section name="limits" hint={say('limitsHint')}>
      <FieldPair>
        <NumberField {...props} name="openTasksMax" />
        <NumberField {...props} name="listingsMax" />
      </FieldPair>
      <FieldPair>
        <NumberField {...props} name="fileBytesMax" label={say('fileBytesField')} />
        <NumberField
          {...props}
          name="rateLimitPercent"
          label={say('rateLimitField')}
          hint={say('rateLimitHint')}
        />
      </FieldPair>
      <FieldPair>
        <NumberField {...props} name="storageBytes" label={say('storageField')} />
        <NumberField {...props} name="storageBytesUnverified" label={say('storageUnverifiedField')} />
      </FieldPair>
      <FieldPair>
        <NumberField {...props} name="invitationsPerDay" />
        <NumberField {...props} name="mailsPerDay" />
      </FieldPair>
    </Section>
  )
}

export function PageSection({ form }: SectionProps) {
  return (
    <Section name="pages" hint={say('pagesHint')}>
      <Field label={say('bannerText')} hint={say('bannerHint')} {...form.field('bannerText')} />
      <SelectField
        label={say('bannerLevel')}
        value={form.values.bannerLevel}
        options={{ info: say('levelInfo'), warning: say('levelWarning') }}
        onSelect={(level) => form.set('bannerLevel', level)}
      />
    </Section>
  )
}
