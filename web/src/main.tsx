import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { cache } from './api.ts'
import { router } from './routes.tsx'
import { applyTheme } from './theme.ts'

const place = document.getElementById('app')
if (place === null) throw new Error('The page has no place for the app.')
applyTheme()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
