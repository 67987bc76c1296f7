import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ExternalLink } from './external-link.tsx'

const shown = (url: string, name?: string) => renderToStaticMarkup(createElement(ExternalLink, { url, name }))

describe('ExternalLink', () => {
  it('opens a new tab with rel noopener, noreferrer, nofollow and ugc', () => {
    const link = shown('https://ada.example/work')
    expect(link).toContain('href="https://ada.example/work"')
    expect(link).toContain('target="_blank"')
    expect(link).toContain('rel="noreferrer noopener nofollow ugc"')
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc',
  ])('shows %j as text', (url) => {
    expect(shown(url)).not.toContain('href')
    expect(shown(url, 'My work')).toContain('My work (')
  })
})
