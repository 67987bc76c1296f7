import { FileCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Listing } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import type { MessageDraft } from '../../files/use-message-draft.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { Split } from '../../ui/page/layout.tsx'
import { useRootMark } from '../../ui/page/use-root-mark.ts'
import { PostingAs } from '../hiring-as.tsx'
import classes from './listing-form.module.css'
import { ListingPreview } from './listing-preview.tsx'
import { fieldsOf, type ListingFields } from './listing-values.ts'
import { PriceSection } from './price-section.tsx'
import { TermsSection } from './terms-section.tsx'
import type { ListingForm as Form } from './use-listing-form.ts'
import { WorkSection } from './work-section.tsx'
import { say } from '../../messages/en/posting.ts'

interface ListingFormProps {
  readonly form: Form
  /** The stored job, if it is edited. */
  readonly listing?: Listing
  /** Files of a new job; those of a stored one are managed on its page. */
  readonly files?: MessageDraft
  readonly currency: string
  readonly submitLabel: string
  readonly busy: boolean
  readonly error: SoukError | null
  readonly onSubmit: (fields: ListingFields) => void
  /** Only for a new job, which can also be published right away. */
  readonly onSaveDraft?: (fields: ListingFields) => void
  readonly onDiscard?: () => void
}

/** Form of a job beside a preview of its page. */
export function ListingForm(props: ListingFormProps) {
  const { form, listing, files, currency, error, onSubmit } = props
  return (
    <Split
      aside={
        <ListingPreview values={form.values} files={files?.uploads.files ?? []} {...{ currency, listing }} />
      }
    >
      <ErrorSummary problems={form.problems} />
      <form
        className={classes.form}
        noValidate
        onSubmit={form.submit((values) => onSubmit(fieldsOf(values, currency)))}
      >
        <WorkSection form={form} files={files} category={listing?.category ?? null} />
        <PriceSection form={form} currency={currency} />
        <TermsSection form={form} />
        {error === null ? null : (
          <div className={classes.error}>
            <ErrorMessage error={error} />
          </div>
        )}
        <Footer {...props} />
      </form>
    </Split>
  )
}

/** Acting identity, state of the draft and actions; on a narrow screen a bar in place of the tab bar. */
function Footer({ form, currency, submitLabel, busy, onSaveDraft, onDiscard }: ListingFormProps) {
  useRootMark('action-bar')
  return (
    <footer className={classes.footer}>
      <div className={classes.state}>
        <div>
          <PostingAs />
        </div>
        {onSaveDraft === undefined ? null : <Kept isKept={form.isKept} />}
      </div>
      <div className={classes.actions}>
        {form.isKept && onDiscard !== undefined ? (
          <Optional>
            <Button variant="quiet" disabled={busy} onClick={onDiscard}>
              {say('discard')}
            </Button>
          </Optional>
        ) : null}
        {onSaveDraft === undefined ? null : (
          <Button disabled={busy} onClick={form.submit((values) => onSaveDraft(fieldsOf(values, currency)))}>
            {say('saveDraft')}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </footer>
  )
}

function Kept({ isKept }: { isKept: boolean }) {
  return (
    <small className={classes.kept} role="status">
      {isKept ? (
        <>
          <FileCheck size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('draftKept')}
        </>
      ) : null}
    </small>
  )
}

/** Omitted on a narrow screen. */
function Optional({ children }: { children: ReactNode }) {
  return <span className={classes.optional}>{children}</span>
}
