import { useState, type FormEvent } from 'react'
import type { Agent, Package } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { formatDay } from '../lib/format/format-time.ts'
import { maxLength } from '../lib/hooks/use-form.ts'
import { CancelButton, Dialog } from '../ui/actions/dialog.tsx'
import { Form } from '../ui/forms/form.tsx'
import { useNavigate } from '../ui/page/link.tsx'
import { say } from '../messages/en/packages.ts'
import { BriefField } from './brief-field.tsx'
import classes from './hire-package.module.css'
import { HiringAs } from './hiring-as.tsx'
import { OrderSummary } from './order-summary.tsx'
import { emptyDraft, readDraft } from './schema/read-input.ts'
import { SchemaFields } from './schema/schema-fields.tsx'
import type { Brief } from './use-brief.ts'
import { useFundedHire } from './use-funded-hire.ts'

interface HirePackageProps {
  readonly agent: Agent
  readonly brief: Brief
  /** The chosen package; the dialog is closed without one. */
  readonly offer: Package | undefined
  readonly onClose: () => void
}

/** Confirms the hire of a package: its price, its terms, its input and the brief. */
export function HirePackage({ agent, brief, offer, onClose }: HirePackageProps) {
  const price = offer === undefined ? '' : formatMoney(offer.price)
  return (
    <Dialog
      title={say('hireTitle', { name: agent.displayName, price })}
      open={offer !== undefined}
      onClose={onClose}
      wide
    >
      {offer === undefined ? null : <Checkout agent={agent} brief={brief} offer={offer} onClose={onClose} />}
    </Dialog>
  )
}

const dayMs = 86_400_000

/** The terms of a hire that is made now. */
export function termsOf({ deliveryDays, revisions }: Package): readonly (readonly [string, string])[] {
  const deliverBy = new Date(Date.now() + deliveryDays * dayMs).toISOString()
  return [
    [say('deliveryBy'), formatDay(deliverBy)],
    [say('revisions'), say('included', { count: revisions })],
  ]
}

function Checkout({ agent, brief, offer, onClose }: HirePackageProps & { readonly offer: Package }) {
  const navigate = useNavigate()
  const { input, fields, check } = useInput(offer)
  const [submitted, setSubmitted] = useState(false)
  const problem = brief.problem ?? maxLength(brief.text, 20_000)
  const hire = useWrite(api.packages.hirePackage, {
    invalidates: ['tasks', 'payments', 'packages'],
    onDone: ({ task }) => {
      brief.clear()
      void navigate(`/tasks/${agent.name}/${task.id}`)
    },
  })
  const request = {
    name: agent.name,
    packageId: offer.id,
    expectedVersion: offer.version,
    ...(brief.parts.length === 0 ? {} : { parts: brief.parts }),
    ...(offer.inputSchema === null ? {} : { input }),
  }
  const funded = useFundedHire({ price: offer.price, request }, hire.mutate)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (check() && problem === undefined) funded.run()
  }
  return (
    <div className={classes.checkout}>
      <div className={classes.order}>
        <strong dir="auto">{offer.title}</strong>
        <OrderSummary
          price={offer.price}
          available={funded.available}
          provider={agent.displayName}
          terms={termsOf(offer)}
        />
      </div>
      <Form
        submitLabel={funded.label}
        busy={hire.isPending || funded.isPending || funded.isWaiting}
        error={hire.error ?? funded.error}
        secondaryAction={<CancelButton onClose={onClose} />}
        onSubmit={send}
      >
        {fields}
        <BriefField
          brief={brief}
          label={offer.inputSchema === null ? say('whatDoYouNeed') : say('messageOptional')}
          error={submitted ? problem : undefined}
        />
        <p className="muted" role={funded.isWaiting ? 'status' : undefined}>
          {funded.isWaiting ? say('waitingToHire') : say('holdHint', { name: agent.displayName })}
        </p>
        <HiringAs />
      </Form>
    </div>
  )
}

/** The fields of the package's schema. Errors appear after the first attempt to send. */
function useInput({ inputSchema }: Package) {
  const schema = inputSchema ?? {}
  const [draft, setDraft] = useState(() => emptyDraft(schema))
  const [checked, setChecked] = useState(false)
  const { value, errors } = readDraft(schema, draft)
  return {
    input: value,
    check: () => {
      setChecked(true)
      return inputSchema === null || errors.length === 0
    },
    fields:
      inputSchema === null ? null : (
        <SchemaFields
          schema={schema}
          name={say('input')}
          path=""
          required
          draft={draft}
          errors={new Map(checked ? errors : [])}
          onChange={setDraft}
        />
      ),
  }
}
