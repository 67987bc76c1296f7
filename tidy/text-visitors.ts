import type { ESTree } from 'vite'

interface Span {
  readonly start: number
  readonly end: number
}

/** Attributes that are shown or read aloud. */
const shown = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'cancelLabel',
  'caption',
  'confirmLabel',
  'heading',
  'hint',
  'label',
  'lead',
  'legend',
  'placeholder',
  'submitLabel',
  'title',
])

/** Names that are the same in every language. */
const names = /\b(Souk|A2A|API)\b/g

/** Reports texts in JSX: between tags, in attributes that are shown, and in their alternatives. */
export function textVisitors(found: (node: Span) => void) {
  const check = (node: ESTree.Expression | ESTree.JSXEmptyExpression): void => {
    if (node.type === 'Literal' && typeof node.value === 'string' && isText(node.value)) found(node)
    if (node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => isText(value.raw))) found(node)
    if (node.type === 'LogicalExpression') check(node.right)
    if (node.type !== 'ConditionalExpression') return
    check(node.consequent)
    check(node.alternate)
  }
  return {
    JSXText: (node: ESTree.JSXText) => {
      if (isText(node.value)) found(node)
    },
    JSXElement: ({ children }: ESTree.JSXElement) => {
      for (const child of children) if (child.type === 'JSXExpressionContainer') check(child.expression)
    },
    JSXAttribute: ({ name, value }: ESTree.JSXAttribute) => {
      if (name.type !== 'JSXIdentifier' || !shown.has(name.name) || value === null) return
      if (value.type === 'Literal') check(value)
      if (value.type === 'JSXExpressionContainer') check(value.expression)
    },
  }
}

/** Whether it has words; file names and addresses are examples. */
function isText(value: string): boolean {
  return /\p{L}{2}/u.test(value.replaceAll(names, '')) && !/^\S+\.\S+$/.test(value)
}
