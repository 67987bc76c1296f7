import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { Category } from 'souk-contract'
import { say } from '../../messages/en/operator-policy.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ToolButton } from '../../ui/actions/tool-button.tsx'
import { parseNumber, textOfNumber } from './number-settings.ts'
import classes from './policy.module.css'
import { categoriesIn, slugOf } from './policy-values.ts'

interface CategoryEditorProps {
  /** The categories as JSON. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The list of categories: order, names, fees, and which ones new jobs cannot use. */
export function CategoryEditor({ value, error, onChange }: CategoryEditorProps) {
  const categories = categoriesIn(value)
  const set = (changed: readonly Category[]) => onChange(JSON.stringify(changed))
  const replace = (index: number, category: Category) => set(categories.with(index, category))
  const move = (index: number, by: number) => {
    const [moved] = categories.slice(index, index + 1)
    if (moved !== undefined) set(categories.toSpliced(index, 1).toSpliced(index + by, 0, moved))
  }
  return (
    <fieldset className={classes.categories}>
      <legend>{say('categories')}</legend>
      <p className="muted">{say('categoriesHint')}</p>
      {categories.length === 0 ? null : (
        <ol>
          {categories.map((category, index) => (
            <CategoryRow
              key={category.slug}
              category={category}
              isFirst={index === 0}
              isLast={index === categories.length - 1}
              onChange={(changed) => replace(index, changed)}
              onMove={(by) => move(index, by)}
            />
          ))}
        </ol>
      )}
      {error === undefined ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <NewCategory
        slugs={categories.map(({ slug }) => slug)}
        onAdd={(added) => set([...categories, added])}
      />
    </fieldset>
  )
}

interface CategoryRowProps {
  readonly category: Category
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onChange: (category: Category) => void
  readonly onMove: (by: 1 | -1) => void
}

function CategoryRow({ category, isFirst, isLast, onChange, onMove }: CategoryRowProps) {
  const { name, slug, archived } = category
  return (
    <li className={classes.category} data-archived={archived}>
      <input
        aria-label={say('categoryName', { name: slug })}
        value={name}
        maxLength={60}
        aria-invalid={name.trim() === ''}
        onChange={({ target }) => onChange({ ...category, name: target.value })}
      />
      <code>{slug}</code>
      <FeeInput category={category} onChange={onChange} />
      <label>
        <input
          type="checkbox"
          checked={archived}
          onChange={({ target }) => onChange({ ...category, archived: target.checked })}
        />
        {say('archived')}
      </label>
      <span>
        <ToolButton aria-label={say('moveUp', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp size={16} aria-hidden="true" />
        </ToolButton>
        <ToolButton aria-label={say('moveDown', { name })} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown size={16} aria-hidden="true" />
        </ToolButton>
      </span>
    </li>
  )
}

/** Keeps what is typed; an invalid text leaves the fee as it was. */
function FeeInput({ category, onChange }: Pick<CategoryRowProps, 'category' | 'onChange'>) {
  const { feeBps, name } = category
  const [text, setText] = useState(feeBps === null ? '' : textOfNumber('feeBps', feeBps, ''))
  const isValid = text.trim() === '' || parseNumber('feeBps', text, '') !== undefined
  return (
    <span className={classes.fee}>
      <input
        aria-label={say('feeOf', { name })}
        inputMode="decimal"
        placeholder={say('feeOfMarket')}
        value={text}
        aria-invalid={!isValid}
        onChange={({ target }) => {
          setText(target.value)
          const typed = target.value.trim()
          const parsed = typed === '' ? null : parseNumber('feeBps', typed, '')
          if (parsed !== undefined) onChange({ ...category, feeBps: parsed })
        }}
      />
      %
    </span>
  )
}

interface NewCategoryProps {
  readonly slugs: readonly string[]
  readonly onAdd: (category: Category) => void
}

function NewCategory({ slugs, onAdd }: NewCategoryProps) {
  const id = useId()
  const [name, setName] = useState('')
  const slug = slugOf(name)
  const isTaken = slugs.includes(slug)
  const add = () => {
    if (slug === '' || isTaken) return
    onAdd({ slug, name: name.trim(), feeBps: null, archived: false })
    setName('')
  }
  return (
    <div className={classes.newCategory}>
      <label htmlFor={id}>{say('newCategory')}</label>
      <input
        id={id}
        value={name}
        maxLength={60}
        aria-invalid={isTaken}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button disabled={slug === '' || isTaken} onClick={add}>
        {say('addCategory')}
      </Button>
      {isTaken ? <p role="alert">{say('categoryTaken', { slug })}</p> : null}
    </div>
  )
}
