import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { startSession } from './identity/session-store.ts'
import { router } from './routes.tsx'
import { applyTheme } from './theme.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app element.')
applyTheme()
startSession()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
