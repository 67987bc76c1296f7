import { useState } from 'react'
import type { Policy } from 'souk-contract'
import { parseAmount } from '../../lib/parse/amount-input.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Button } from '../../ui/actions/button.tsx'
import { brandProblems } from './brand-values.ts'
import { BrandingSection } from './branding-section.tsx'
import { ChangeDialog, OthersChanges } from './change-dialog.tsx'
import { InvoicingSection, invoicingProblems } from './invoicing.tsx'
import { numberNames, numberSettings, parseNumber, textOfNumber, type NumberName } from './number-settings.ts'
import classes from './policy.module.css'
import { categoriesIn, differencesOf, policyOf, type PolicyValues } from './policy-values.ts'
import { Retention, retentionProblems } from './retention.tsx'
import {
  AccessSection,
  FeeSection,
  LimitSection,
  MarketSection,
  PageSection,
  TermSection,
} from './sections.tsx'
import { usePolicyForm } from './use-policy-form.ts'

type Problems = { -readonly [Name in keyof PolicyValues]?: string | undefined }

function problemsOf(values: PolicyValues, currency: string): Problems {
  const problems: Problems = {
    approvalAbove:
      values.approvalAbove.trim() === '' || parseAmount(values.approvalAbove, currency) !== undefined
        ? undefined
        : say('amountInvalid'),
    signUpDomains:
      values.signUp === 'domains' && values.signUpDomains.trim() === '' ? say('domainsMissing') : undefined,
    categories: categoriesIn(values.categories).some(({ name }) => name.trim() === '')
      ? say('categoryNameMissing')
      : undefined,
    bannerText: values.bannerText.length > 300 ? say('bannerTooLong') : undefined,
    ...brandProblems(values),
    ...retentionProblems(values),
    ...invoicingProblems(values),
  }
  for (const name of numberNames) problems[name] = numberProblem(name, values[name], currency)
  return problems
}

function numberProblem(name: NumberName, text: string, currency: string): string | undefined {
  if (parseNumber(name, text, currency) !== undefined) return undefined
  const { min, max } = numberSettings[name]
  const bound = (value: number) => textOfNumber(name, value, currency)
  return say('outOfBounds', { min: bound(min), max: bound(max) })
}

interface PolicyFormProps {
  readonly policy: Policy
  readonly version: number
  /** The policy of the environment, which applies to fields never set. */
  readonly initial: Policy
  readonly currency: string
  /** Reads the policy again, because another operator has changed it. */
  readonly reload: () => void
}

/** Every setting in its section. Nothing is saved before a look at the differences and a reason. */
export function PolicyForm({ initial, currency, reload, ...latest }: PolicyFormProps) {
  const [reviewing, setReviewing] = useState(false)
  const { form, policy, version, changedByOthers, accept } = usePolicyForm(latest, currency, problemsOf)
  const differences = differencesOf(policy, policyOf(form.values, policy, currency))
  useUnsaved(form.isDirty && !reviewing)
  const section = { form, initial, currency }
  return (
    <>
      <form
        noValidate
        className={classes.sections}
        aria-label={say('policy')}
        onSubmit={form.submit(() => setReviewing(differences.length > 0))}
      >
        <MarketSection {...section} />
        <BrandingSection {...section} />
        <AccessSection {...section} />
        <FeeSection {...section} />
        <TermSection {...section} />
        <LimitSection {...section} />
        <InvoicingSection form={form} />
        <Retention form={form} />
        <PageSection {...section} />
        {form.isDirty ? (
          <div className={classes.bar} role="region" aria-label={say('unsaved')}>
            <div className={classes.barText}>
              {say('unsavedChanges', { count: differences.length })}
              <OthersChanges changes={changedByOthers} />
            </div>
            <Button variant="quiet" onClick={() => accept({ policy, version })}>
              {say('discard')}
            </Button>
            <Button type="submit" variant="primary">
              {say('reviewChanges', { count: differences.length })}
            </Button>
          </div>
        ) : null}
      </form>
      <ChangeDialog
        differences={differences}
        changedByOthers={changedByOthers}
        version={version}
        open={reviewing && differences.length > 0}
        onClose={() => setReviewing(false)}
        onSaved={accept}
        onConflict={reload}
      />
    </>
  )
}
