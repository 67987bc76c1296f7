import { findEntries, type DocsEntry } from './find-entries.ts'

interface SearchParts {
  readonly box: HTMLElement
  readonly input: HTMLInputElement
  readonly list: HTMLElement
  readonly popup: HTMLElement
}

/** Search over everything on the page, with the keyboard: `/` or Ctrl K opens it, arrows move, Enter opens. */
export function setUpSearch(): void {
  const box = document.querySelector<HTMLElement>('.search')
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('#found')
  const popup = document.querySelector<HTMLElement>('.found')
  if (box === null || input === null || list === null || popup === null) return
  const results = createResults({ box, input, list, popup })
  box.hidden = false
  input.addEventListener('input', results.show)
  input.addEventListener('focus', results.show)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') results.close()
    else if (event.key === 'ArrowDown') results.move(1)
    else if (event.key === 'ArrowUp') results.move(-1)
    else if (event.key === 'Enter') results.open()
    else return
    event.preventDefault()
  })
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element) results.open(target.closest<HTMLElement>('[role=option]'))
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) results.close()
  })
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, dialog') !== null
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (!isCommand && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/** The list of results and the chosen one of them. */
function createResults({ input, list, popup }: SearchParts) {
  const none = popup.querySelector<HTMLElement>('.none')
  let entries: readonly DocsEntry[] | undefined
  let chosen = 0
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const choose = (index: number) => {
    const all = options()
    chosen = all.length === 0 ? 0 : (index + all.length) % all.length
    for (const [at, option] of all.entries()) option.setAttribute('aria-selected', String(at === chosen))
    const option = all[chosen]
    if (option === undefined) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    popup.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const show = () => {
    entries ??= readEntries()
    const found = findEntries(entries, input.value)
    list.replaceChildren(...rowsOf(found, input.value.trim()))
    if (none !== null) none.hidden = found.length > 0
    popup.hidden = input.value.trim() === ''
    input.setAttribute('aria-expanded', String(!popup.hidden))
    choose(0)
  }
  const open = (option: HTMLElement | null = options()[chosen] ?? null) => {
    const id = option?.dataset['target']
    if (id === undefined) return
    close()
    location.hash = id
    document.getElementById(id)?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true })
  }
  return { close, show, open, move: (by: number) => choose(chosen + by) }
}

function readEntries(): readonly DocsEntry[] {
  const textOf = (part: Element, selector: string) =>
    part.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return [...document.querySelectorAll<HTMLElement>('[data-find]')].map((part) => ({
    id: part.id,
    kind: part.dataset['find'] ?? '',
    title: part.dataset['title'] ?? '',
    hint: part.dataset['hint'] ?? '',
    method: textOf(part, '.method'),
    path: textOf(part, '.address code'),
    text: textOf(part, '.words > p:not([class]), td, :scope > p'),
  }))
}

/** Results under the heading of their kind. */
function rowsOf(found: readonly DocsEntry[], searched: string): readonly HTMLElement[] {
  return found.flatMap((entry, index) => {
    const isFirst = found[index - 1]?.kind !== entry.kind
    return isFirst ? [headingOf(entry.kind), rowOf(entry, searched)] : [rowOf(entry, searched)]
  })
}

function headingOf(kind: string): HTMLElement {
  const heading = element('li', 'kind', kind)
  heading.setAttribute('role', 'presentation')
  return heading
}

function rowOf({ id, kind, method, title, hint, path, text }: DocsEntry, searched: string): HTMLElement {
  const row = element('li', '', '')
  row.id = `found-${id}`
  row.dataset['target'] = id
  row.setAttribute('role', 'option')
  const head = element('span', 'title', '')
  head.append(...marked(title, searched))
  const place = path === '' ? hint : path
  if (place !== '') head.append(element('small', '', place))
  // The label of other kinds is their name in the singular.
  const label = method === '' ? kind.replace(/s$/, '').toUpperCase() : method
  row.append(element('span', `method ${method.toLowerCase()}`, label), head, element('span', 'text', text))
  return row
}

/** The first searched word stands out in a title. */
function marked(text: string, searched: string): readonly (string | HTMLElement)[] {
  const [word = ''] = searched.split(/\s+/)
  const at = text.toLowerCase().indexOf(word.toLowerCase())
  if (word === '' || at < 0) return [text]
  return [
    text.slice(0, at),
    element('mark', '', text.slice(at, at + word.length)),
    text.slice(at + word.length),
  ]
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
