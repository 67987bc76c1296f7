import { AttachedFiles } from '../../files/attached-files.tsx'
import type { MessageDraft } from '../../files/use-message-draft.ts'
import { MarkdownField } from '../../markdown/markdown-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldPair, FormSection } from '../../ui/forms/form-section.tsx'
import { TagField } from '../../ui/forms/tag-field.tsx'
import { CategoryField } from './category-field.tsx'
import { descriptionMax } from './listing-values.ts'
import type { ListingForm } from './use-listing-form.ts'
import { say } from '../../messages/en/posting.ts'

interface WorkSectionProps {
  readonly form: ListingForm
  readonly files: MessageDraft | undefined
  /** Category of the stored job. */
  readonly category: string | null
}

/** Title, description, files and keywords of a job. */
export function WorkSection({ form, files, category }: WorkSectionProps) {
  return (
    <FormSection title={say('theWork')} hint={say('theWorkHint')}>
      <Field label={say('title')} dir="auto" {...form.field('title')} />
      <MarkdownField
        label={say('description')}
        rows={8}
        max={descriptionMax}
        {...form.field('description')}
      />
      {files === undefined ? null : (
        <AttachedFiles
          label={say('files')}
          name="files"
          hint={say('filesHint')}
          uploads={files.uploads}
          error={form.field('files').error}
        />
      )}
      <TagField
        label={say('tags')}
        hint={say('tagsHint')}
        {...form.field('tags')}
        onChange={(tags) => form.set('tags', tags)}
      />
      <FieldPair>
        <CategoryField
          current={category}
          value={form.values.category}
          onSelect={(slug) => form.set('category', slug)}
        />
        <Field label={say('taskType')} hint={say('taskTypeHint')} {...form.field('taskType')} />
      </FieldPair>
    </FormSection>
  )
}
