import { useCategories } from '../../lib/hooks/use-categories.ts'
import { say } from '../../messages/en/posting.ts'
import { SelectField } from '../../ui/forms/field.tsx'

interface CategoryFieldProps {
  /** Category of the stored job, which it can keep after the operators have archived it. */
  readonly current: string | null
  readonly value: string
  readonly onSelect: (slug: string) => void
}

/** Choice of a category; absent in a marketplace without categories. */
export function CategoryField({ current, value, onSelect }: CategoryFieldProps) {
  const categories = useCategories().filter(({ slug, archived }) => !archived || slug === current)
  if (categories.length === 0) return null
  const names = categories.map(({ slug, name, archived }) => [
    slug,
    archived ? say('archivedCategory', { name }) : name,
  ])
  return (
    <SelectField
      label={say('category')}
      hint={say('categoryHint')}
      value={value}
      options={{ '': say('noCategory'), ...Object.fromEntries(names) }}
      onSelect={onSelect}
    />
  )
}
