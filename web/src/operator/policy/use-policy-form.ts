import { useState } from 'react'
import type { Policy } from 'souk-contract'
import { useForm } from '../../lib/hooks/use-form.ts'
import {
  differencesOf,
  rebased,
  valuesOf,
  type PolicyDifference,
  type PolicyValues,
} from './policy-values.ts'

export interface VersionedPolicy {
  readonly policy: Policy
  readonly version: number
}

type Problems = { readonly [Name in keyof PolicyValues]?: string | undefined }

/** The form of the latest policy. When another operator changes it, the input stays and the other fields follow. */
export function usePolicyForm(
  latest: VersionedPolicy,
  currency: string,
  problemsOf: (values: PolicyValues, currency: string) => Problems,
) {
  const [base, setBase] = useState(latest)
  const [changedByOthers, setChangedByOthers] = useState<readonly PolicyDifference[]>([])
  const before = valuesOf(base.policy, currency)
  const form = useForm<PolicyValues>(before, (values) => problemsOf(values, currency))
  // During the render, so that no frame shows the changes of others as changes of this form.
  if (latest.version > base.version) {
    setBase(latest)
    form.replace(rebased(form.values, before, valuesOf(latest.policy, currency)))
    setChangedByOthers(form.isDirty ? changesBetween(base.policy, latest.policy, changedByOthers) : [])
  }
  return {
    form,
    policy: base.policy,
    version: base.version,
    changedByOthers,
    /** Shows this policy and drops the input: it was saved or discarded. */
    accept: (accepted: VersionedPolicy) => {
      setBase(accepted)
      setChangedByOthers([])
      form.reset()
      form.replace(valuesOf(accepted.policy, currency))
    },
  }
}

/** Logo and terms are not fields of the form. */
const otherPanels: ReadonlySet<string> = new Set(['logo', 'terms'])

function changesBetween(
  before: Policy,
  after: Policy,
  earlier: readonly PolicyDifference[],
): readonly PolicyDifference[] {
  const now = differencesOf(before, after).filter(({ name }) => !otherPanels.has(name))
  return [...earlier.filter(({ name }) => !now.some((one) => one.name === name)), ...now]
}
