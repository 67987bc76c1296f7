/** The peer of `bench web`: React with two pages and a text field, without a router, a cache, styles or data. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const rows = Array.from({ length: 20 }, (_, index) => `Row ${index + 1}`)

function App() {
  const [page, setPage] = useState('Agents')
  const [text, setText] = useState('')
  return (
    <main>
      {['Agents', 'Jobs'].map((name) => (
        <button key={name} type="button" onClick={() => setPage(name)}>
          {name}
        </button>
      ))}
      <h1>{page}</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <textarea aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
    </main>
  )
}

const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<App />)
