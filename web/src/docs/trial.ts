import { sendTrial, type Trial } from '../identity/send-trial.ts'
import { readCurl } from './read-curl.ts'

/** Opens the dialog with the request of a sample. */
export function openTrial(sample: Element, curl: string): void {
  const dialog = document.querySelector<HTMLDialogElement>('#trial')
  const form = dialog?.querySelector('form')
  if (dialog === null || form === null || form === undefined) return
  const { method, url, headers, body } = readCurl(curl)
  const title = sample.closest<HTMLElement>('[data-title]')?.dataset['title'] ?? ''
  const part = (selector: string) => form.querySelector<HTMLElement>(selector)
  setText(part('h2'), title)
  setText(part('.verb'), method)
  const [urlField, bodyField] = [
    form.querySelector<HTMLInputElement>('[name=url]'),
    form.querySelector<HTMLTextAreaElement>('[name=body]'),
  ]
  const tokenField = form.querySelector<HTMLInputElement>('[name=token]')
  if (urlField !== null) urlField.value = url
  if (bodyField !== null) bodyField.value = body
  setHidden(part('.json'), body === '')
  setHidden(part('.warn'), method === 'GET')
  setText(part('.outcome'), '')
  setHidden(part('.result pre'), true)
  const send = form.querySelector<HTMLButtonElement>('.send')
  const closed = new AbortController()
  send?.addEventListener(
    'click',
    () =>
      void run(form, send, {
        method,
        headers,
        url: urlField?.value ?? url,
        body: bodyField?.value ?? '',
        token: tokenField?.value.trim() ?? '',
      }),
    { signal: closed.signal },
  )
  dialog.addEventListener(
    'close',
    () => {
      closed.abort()
      if (tokenField !== null) tokenField.value = ''
    },
    { once: true },
  )
  dialog.showModal()
}

async function run(form: HTMLFormElement, send: HTMLButtonElement, trial: Trial): Promise<void> {
  const outcome = form.querySelector<HTMLElement>('.outcome')
  const result = form.querySelector<HTMLElement>('.result pre')
  send.disabled = true
  const startedAt = performance.now()
  try {
    const { status, text } = await sendTrial(trial)
    const took = Math.round(performance.now() - startedAt)
    setText(outcome, `${status} · ${took} ms`)
    outcome?.setAttribute('data-tone', status < 400 ? 'good' : 'bad')
    setText(result, text)
    setHidden(result, text === '')
  } catch (error) {
    setText(outcome, error instanceof Error ? error.message : String(error))
    outcome?.setAttribute('data-tone', 'bad')
    setHidden(result, true)
  } finally {
    send.disabled = false
  }
}

function setText(element: HTMLElement | null, text: string): void {
  if (element !== null) element.textContent = text
}

function setHidden(element: HTMLElement | null, hidden: boolean): void {
  if (element !== null) element.hidden = hidden
}
