import { useState } from 'react'
import type { Agent, Package } from 'souk-contract'
import { api, useRead, useWrite } from '../api.ts'
import { formatMoney } from '../lib/format-money.ts'
import { formatDay } from '../lib/format-time.ts'
import { maxLength, useForm } from '../lib/use-form.ts'
import { useSession } from '../session.ts'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { CancelButton, Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Row } from '../ui/layout.tsx'
import { useNavigate } from '../ui/link.tsx'
import { say } from '../messages/en/packages.ts'
import { FundButton } from './fund-button.tsx'
import { emptyDraft, readDraft } from './schema/read-input.ts'
import { SchemaFields } from './schema/schema-fields.tsx'

interface HirePackageProps {
  readonly agent: Agent
  /** The chosen package; the dialog is closed without one. */
  readonly offer: Package | undefined
  readonly onClose: () => void
}

/** Confirms the hire of a package: its price, its terms and its input. */
export function HirePackage({ agent, offer, onClose }: HirePackageProps) {
  const price = offer === undefined ? '' : formatMoney(offer.price)
  return (
    <Dialog
      title={say('hireTitle', { name: agent.displayName, price })}
      open={offer !== undefined}
      onClose={onClose}
    >
      {offer === undefined ? null : <Confirm agent={agent} offer={offer} onClose={onClose} />}
    </Dialog>
  )
}

const dayMs = 86_400_000

/** The deadline of a hire that is made now. */
export function deadlineOf({ deliveryDays }: Package): string {
  return new Date(Date.now() + deliveryDays * dayMs).toISOString()
}

function Confirm({ agent, offer, onClose }: HirePackageProps & { readonly offer: Package }) {
  const navigate = useNavigate()
  const { input, fields, check } = useInput(offer)
  const form = useForm({ text: '' }, ({ text }) => ({ text: maxLength(text, 20_000) }))
  const available = useRead(api.payments.getBalance, {}).data?.balance.available
  const hire = useWrite(api.packages.hirePackage, {
    invalidates: ['tasks', 'payments', 'packages'],
    onDone: ({ task }) => void navigate(`/tasks/${agent.name}/${task.id}`),
  })
  const { price } = offer
  const left = available === undefined ? undefined : available - price.amount
  const send = form.submit(({ text }) => {
    if (!check()) return
    hire.mutate({
      name: agent.name,
      packageId: offer.id,
      expectedVersion: offer.version,
      ...(text.trim() === '' ? {} : { text }),
      ...(offer.inputSchema === null ? {} : { input }),
    })
  })
  return (
    <>
      <strong dir="auto">{offer.title}</strong>
      <Facts
        facts={[
          [say('deliveryBy'), formatDay(deadlineOf(offer))],
          [say('revisions'), say('included', { count: offer.revisions })],
          [say('onHold'), formatMoney(price)],
          [say('leftInBalance'), left === undefined ? '–' : formatMoney({ ...price, amount: left })],
        ]}
      />
      {left !== undefined && left < 0 ? (
        <>
          <FundButton missing={{ ...price, amount: -left }} />
          <Row>
            <CancelButton onClose={onClose} />
          </Row>
        </>
      ) : (
        <Form
          submitLabel={say('hireAndHold', { price: formatMoney(price) })}
          busy={hire.isPending}
          error={hire.error}
          secondaryAction={<CancelButton onClose={onClose} />}
          onSubmit={send}
        >
          {fields}
          <TextAreaField
            label={say('messageOptional')}
            rows={3}
            hint={say('holdHint', { name: agent.displayName })}
            {...form.field('text')}
          />
        </Form>
      )}
      <HiringAs />
    </>
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

/** The acting identity beside a button that spends. */
export function HiringAs() {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return (
    <Row>
      <AgentAvatar agent={session.agent} size={16} />
      <small className="muted">{say('hiringAs', { name: session.agent.displayName })}</small>
    </Row>
  )
}
