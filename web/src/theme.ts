/** Light, dark, or as the system has it. */
const name = 'souk-theme'

export type Theme = 'light' | 'dark' | 'system'

export function currentTheme(): Theme {
  const stored = localStorage.getItem(name)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyTheme(theme: Theme = currentTheme()): void {
  if (theme === 'system') {
    localStorage.removeItem(name)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(name, theme)
    document.documentElement.dataset['theme'] = theme
  }
}
