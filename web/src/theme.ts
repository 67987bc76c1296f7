const storageKey = 'souk-theme'

export type Theme = 'light' | 'dark' | 'system'

export function currentTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyTheme(theme: Theme = currentTheme()): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(storageKey, theme)
    document.documentElement.dataset['theme'] = theme
  }
}
