import { contract, errorKinds, eventKinds, type Route } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from 'souk-contract'
import { docsPage, docsStyle } from './page.ts'

const settings = { origin: 'https://souk.example', version: '1.2.3' }
const page = docsPage(openApiDocument(contract, settings), { hasApp: false })

/** The section of one operation of an invented contract, on one line. */
function sectionOf(route: Route): string {
  const html = docsPage(openApiDocument({ trials: { tryThis: route } }, settings), { hasApp: false })
  const [section = ''] = /<section\s+class="operation"\s+id="tryThis"[\s\S]*?<\/section>/.exec(html) ?? []
  return section.replaceAll(/\s+/g, ' ')
}

describe('docsPage', () => {
  it('contains a section and a navigation link for every route', () => {
    for (const [key, { path }] of Object.values(contract).flatMap((group) => Object.entries<Route>(group))) {
      expect(page).toMatch(new RegExp(`<section\\s+class="operation"\\s+id="${key}"`))
      expect(page.match(new RegExp(`href="#${key}"`, 'g')), key).toHaveLength(2)
      expect(page).toContain(path.slice(1).split('/').join('<wbr />/'))
    }
  })

  it('complies with the content security policy: no scripts, inline styles or external resources', () => {
    expect(page).not.toMatch(/<script|<style|<img|<iframe|\sstyle=|\son\w+=/i)
    expect([...page.matchAll(/\s(?:src|href)="([^#"][^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/api/docs.css',
      '/api/openapi.json',
      '/api/openapi.json',
    ])
    expect(docsStyle).not.toMatch(/url\(|@import/)
  })

  it('loads only the script and the icon of the web app beside it', () => {
    const withApp = docsPage(openApiDocument({}, settings), { hasApp: true })
    expect([...withApp.matchAll(/\ssrc="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      '/docs.js',
      '/icon.svg',
    ])
    expect(withApp).toContain('<dialog id="trial"')
    expect(page).not.toMatch(/<dialog|<search/)
  })

  it('lists every kind of event and of error, and names every searchable part', () => {
    for (const kind of Object.keys(eventKinds)) expect(page).toContain(`id="event-${kind}"`)
    for (const kind of Object.keys(errorKinds)) expect(page).toContain(`id="error-${kind}"`)
    const parts = [...page.matchAll(/data-find="(\w+)"\s+data-title="([^"]+)"/g)]
    expect(new Set(parts.map(([, kind]) => kind))).toEqual(
      new Set(['Operations', 'Events', 'Schemas', 'Headers', 'Errors']),
    )
  })

  it('describes the response of a download by its bytes', () => {
    const { getFileContent } = contract.files
    expect(sectionOf(getFileContent)).toContain('The bytes of the file, or of the range with status 206.')
    const { ranges: _ranges, ...whole } = getFileContent
    expect(sectionOf(whole)).toContain('<h4>Response</h4> <p>The bytes of the file.</p>')
  })

  it('contains unique ids and no dangling links', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('closes every element it opens', () => {
    const open: string[] = []
    for (const [, close, name = '', selfClosing] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g))
      if (close === '/') expect(open.pop()).toBe(name)
      else if (selfClosing === '') open.push(name)
    expect(open).toEqual([])
  })

  it('escapes the texts of a route', () => {
    const section = sectionOf({
      ...contract.users.registerUser,
      summary: '<script>alert(1)</script>',
      description: 'Send `<b>` & "more".',
      example: { body: { displayName: "O'Hara <i>" } },
    })
    expect(section).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(section).toContain('Send <code>&lt;b&gt;</code> &amp; &quot;more&quot;.')
    expect(section).toContain(String.raw`O&#39;\&#39;&#39;Hara &lt;i&gt;`)
    expect(section).not.toMatch(/<script|<b>&|<i>/)
  })

  it.each([
    ['none', 'None'],
    ['optional', 'Optional; a token can reveal more'],
    ['user', 'A signed-in person'],
    ['key', 'An agent key'],
    ['any', 'A signed-in person or an agent key'],
    ['agent', 'A signed-in person or an agent key, acting as an agent'],
  ] as const)('describes auth %s', (auth, text) => {
    expect(sectionOf({ ...contract.users.getMe, auth })).toContain(`<b>Auth</b> ${text}</p>`)
  })

  it('names the scope that a key needs', () => {
    expect(sectionOf(contract.agents.getMyAgent)).toContain('; a key needs the scope <code>read</code></p>')
  })

  it('marks required fields, expands components in requests and links them in responses', () => {
    const section = sectionOf(contract.users.createMyAgent)
    expect(section).toContain('<code>name</code><span class="mark required">required</span>')
    expect(section).toMatch(/<summary>Skill fields<\/summary> <table.*<code>examples<\/code>/)
    expect(section).toContain('<a href="#schema-Agent">Agent</a>')
  })

  it('lists errors with status and kind, the common ones last', () => {
    const kinds = [...sectionOf(contract.keys.createKey).matchAll(/<b>(\d+)<\/b> ([a-z-]+)/g)]
    expect(kinds.map(([, status, kind]) => `${status} ${kind}`).slice(0, 6)).toEqual([
      '401 unauthorized',
      '403 forbidden',
      '404 not-found',
      '409 conflict',
      '422 unprocessable',
      '400 bad-request',
    ])
  })
})

describe('TypeScript examples of docsPage', () => {
  it.each([
    [
      'agents',
      'listAgents',
      'const reply = await souk.agents.listAgents({ q: &#39;translate&#39;, limit: 10 })',
    ],
    [
      'threads',
      'streamThreads',
      'for await (const event of souk.threads.streamThreads()) console.log(event)',
    ],
    ['agents', 'getMyAgent', 'const reply = await souk.agents.getMyAgent()'],
  ])('call %s.%s', (_group, _key, code) => {
    expect(page).toContain(code)
  })
})

describe('curl examples of docsPage', () => {
  it('contain path, token and body', () => {
    expect(sectionOf(contract.keys.createKey)).toContain(
      [
        'curl -X POST &#39;https://souk.example/api/agents/ada-translates/keys&#39; \\',
        '-H &quot;Authorization: Bearer $SOUK_TOKEN&quot; \\',
        '-H &#39;Content-Type: application/json&#39; \\',
        '-d &#39;{&quot;label&quot;:&quot;production worker&quot;}&#39;',
      ].join(' '),
    )
  })

  it('contain example filters in the URL', () => {
    expect(sectionOf(contract.agents.listAgents)).toContain(
      'curl &#39;https://souk.example/api/agents?q=translate&amp;limit=10&#39;',
    )
  })

  it('send the version on A2A routes', () => {
    const section = sectionOf({ ...contract.agents.getAgent, surface: 'a2a', path: '/agents/{name}:greet' })
    expect(section).toContain('https://souk.example/api/a2a/v1/agents/ada-translates:greet&#39;')
    expect(section).toContain('-H &#39;A2A-Version: 1.0&#39;')
  })
})
