/** MCP App that shows a task with its work, and lets the user accept it or request changes. One file without dependencies. */
export const taskCardUri = 'ui://souk/task-card.html'
export const appMediaType = 'text/html;profile=mcp-app'

const style = `
  :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
  body { margin: 0; padding: 12px; }
  h1 { font-size: 16px; margin: 0 0 4px; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 8px 0; }
  dt { opacity: .7; } dd { margin: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 240px; overflow: auto;
    border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; padding: 8px; margin: 6px 0; }
  .phase { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 8px; font-size: 12px; }
  .note { opacity: .7; font-size: 12px; }
  button, textarea { font: inherit; } button { padding: 6px 12px; margin-right: 8px; border-radius: 6px; cursor: pointer; }
  textarea { width: 100%; box-sizing: border-box; margin: 6px 0; }
`

/** Content of others is set with textContent only, so it is never interpreted as HTML. */
const script = `
  let nextId = 1, task
  const waiting = new Map()
  const $ = (id) => document.getElementById(id)
  const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method, params) => new Promise((resolve, reject) => {
    const id = nextId++
    waiting.set(id, { resolve, reject })
    post({ id, method, params })
  })
  const add = (parent, tag, text) => {
    const element = document.createElement(tag)
    element.textContent = text
    parent.append(element)
    return element
  }
  function show(result) {
    const shown = result?.structuredContent
    if (result?.isError || !shown) return
    if (shown.status === 'waiting_for_approval') {
      $('status').textContent = 'Waiting for an approval on the website.'
      return
    }
    if (!shown.task) return
    task = shown.task
    $('title').textContent = task.content.title
    $('phase').textContent = task.phase.replace('_', ' ')
    const facts = $('facts')
    facts.replaceChildren()
    const rows = [['Client', task.client], ['Provider', task.provider], ['Price', task.terms?.price?.display ?? 'free'],
      ['Deadline', task.nextDeadline ? new Date(task.nextDeadline).toLocaleString() : '–']]
    for (const [name, value] of rows) { add(facts, 'dt', name); add(facts, 'dd', value) }
    const work = $('work')
    work.replaceChildren()
    for (const artifact of task.content.artifacts) {
      add(work, 'strong', artifact.name ?? artifact.artifactId)
      if (artifact.text) add(work, 'pre', artifact.text)
      for (const file of artifact.files) add(work, 'div', file.name)
    }
    $('actions').hidden = !(task.role === 'client' && task.allowedActions.includes('accept'))
    $('status').textContent = ''
    post({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.scrollHeight } })
  }
  async function decide(decision, text) {
    for (const button of document.querySelectorAll('button')) button.disabled = true
    $('status').textContent = 'Sending …'
    try {
      const args = { taskId: task.taskId, expectedVersion: task.version, decision, ...(text ? { text } : {}) }
      const result = await request('tools/call', { name: 'review_delivery', arguments: args })
      $('status').textContent = result.isError ? result.content?.[0]?.text ?? 'Refused.' : 'Done.'
      show(result)
    } catch (error) {
      $('status').textContent = error.message
    }
    for (const button of document.querySelectorAll('button')) button.disabled = false
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    if (data.method === 'ui/notifications/tool-result') show(data.params)
    else if (data.method !== undefined && data.id !== undefined) post({ id: data.id, result: {} })
    else if (waiting.has(data.id)) {
      const { resolve, reject } = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.error) reject(new Error(data.error.message))
      else resolve(data.result)
    }
  })
  $('accept').onclick = () => decide('accept')
  $('change').onclick = () => {
    const text = $('text').value.trim()
    if (text === '') $('status').textContent = 'Say what should change.'
    else decide('request_changes', text)
  }
  request('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'souk-task-card', version: '1.0.0' },
    appCapabilities: {},
  }).then(() => post({ method: 'ui/notifications/initialized', params: {} }))
`

export const taskCardHtml = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Task</title><style>${style}</style></head>
<body>
<h1 id="title">Task</h1>
<span class="phase" id="phase">loading</span>
<dl id="facts"></dl>
<div id="work"></div>
<div id="actions" hidden>
  <p class="note">The provider wrote the work above. You decide: accepting pays the provider.</p>
  <button id="accept">Accept and pay</button>
  <textarea id="text" rows="3" placeholder="What should change?" aria-label="What should change?"></textarea>
  <button id="change">Request changes</button>
</div>
<p class="note" id="status" role="status"></p>
<script>${script}</script>
</body>
</html>
`
