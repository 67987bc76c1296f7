import { highlight } from './highlight.ts'
import { openTrial } from './trial.ts'

const storageKey = 'souk-docs-language'

/** Languages, copy and trial of every sample. A language chosen once applies to the whole page and to later visits. */
export function addTools(): void {
  const template = document.querySelector<HTMLTemplateElement>('#sample-tools')
  if (template === null) return
  for (const place of document.querySelectorAll('.request .tools'))
    place.append(template.content.cloneNode(true))
  showLanguage(localStorage.getItem(storageKey) ?? 'curl')
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.tools button') : null
    const figure = button?.closest('figure')
    if (button === null || figure === null || figure === undefined) return
    const { language } = button.dataset
    if (language !== undefined) {
      localStorage.setItem(storageKey, language)
      keepInPlace(button, () => showLanguage(language))
    } else if (button.classList.contains('copy')) void copy(button, shownCode(figure))
    else openTrial(figure, shownIn(figure, 'curl'))
  })
  highlightInView()
}

/** Samples above become longer or shorter; what the reader looks at stays. */
function keepInPlace(shown: Element, change: () => void): void {
  const before = shown.getBoundingClientRect().top
  change()
  scrollBy(0, shown.getBoundingClientRect().top - before)
}

function showLanguage(language: string): void {
  for (const pre of document.querySelectorAll<HTMLElement>('pre[data-language]'))
    pre.hidden = pre.dataset['language'] !== language
  for (const button of document.querySelectorAll<HTMLElement>('.tools [data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset['language'] === language))
}

function shownIn(figure: Element, language: string): string {
  return figure.querySelector(`pre[data-language="${language}"]`)?.textContent ?? ''
}

function shownCode(figure: Element): string {
  return figure.querySelector('pre:not([hidden])')?.textContent ?? ''
}

const doneShownMs = 1500

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  const { textContent } = button
  button.textContent = button.dataset['done'] ?? textContent
  setTimeout(() => {
    button.textContent = textContent
  }, doneShownMs)
}

/** Colors are added when a sample comes near, because there are hundreds. */
function highlightInView(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        for (const code of target.querySelectorAll('pre code'))
          code.replaceChildren(...highlight(code.textContent ?? '').map(nodeOf))
      }
    },
    { rootMargin: '400px' },
  )
  for (const sample of document.querySelectorAll('.samples')) observer.observe(sample)
}

function nodeOf({ text, kind }: ReturnType<typeof highlight>[number]): Node {
  if (kind === undefined) return document.createTextNode(text)
  const span = document.createElement('span')
  span.className = kind
  span.textContent = text
  return span
}
