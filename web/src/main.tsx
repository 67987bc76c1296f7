import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { startSession } from './identity/session-store.ts'
import { router } from './routes.tsx'
import { applyTheme } from './theme.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no place for the app.')
applyTheme()
startSession()
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
