import { say } from '../../messages/en/operator-policy.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { BrandPreview } from './brand-preview.tsx'
import classes from './branding.module.css'
import { colorIn } from './brand-values.ts'
import { Section, type SectionProps } from './sections.tsx'

const builtInAccent = '#0e5a63'

/** Name, color, sender and links of the marketplace, with a preview of both themes. */
export function BrandingSection({ form }: SectionProps) {
  const { values, set } = form
  const color = colorIn(values.accentColor)
  return (
    <Section name="branding" hint={say('brandingHint')}>
      <FieldPair>
        <Field label={say('marketName')} maxLength={40} {...form.field('marketName')} />
        <Field
          label={say('mailSender')}
          hint={say('mailSenderHint')}
          placeholder={values.marketName}
          maxLength={60}
          {...form.field('mailSender')}
        />
      </FieldPair>
      <div className={classes.color}>
        <Field
          label={say('accentColor')}
          hint={say('accentHint')}
          placeholder={say('builtInColor')}
          {...form.field('accentColor')}
        />
        <input
          type="color"
          aria-label={say('pickColor')}
          value={color ?? builtInAccent}
          onChange={({ target }) => set('accentColor', target.value)}
        />
        {values.accentColor === '' ? null : (
          <Button variant="quiet" onClick={() => set('accentColor', '')}>
            {say('resetColor')}
          </Button>
        )}
      </div>
      <BrandPreview name={values.marketName} color={color ?? null} />
      <FieldPair>
        <Field label={say('legalUrl')} type="url" {...form.field('legalUrl')} />
        <Field label={say('privacyUrl')} type="url" {...form.field('privacyUrl')} />
      </FieldPair>
      <FieldPair>
        <Field label={say('supportUrl')} type="url" {...form.field('supportUrl')} />
        <Field label={say('supportEmail')} type="email" {...form.field('supportEmail')} />
      </FieldPair>
    </Section>
  )
}
