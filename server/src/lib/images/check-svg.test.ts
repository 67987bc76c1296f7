import { describe, expect, it } from 'vitest'
import { requireHarmlessSvg } from './check-svg.ts'

const check = (text: string) => () => requireHarmlessSvg(Buffer.from(text))
const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${content}</svg>`

describe('requireHarmlessSvg', () => {
  it.each([
    ['shapes', svg('<path d="M0 0h8v8H0z" fill="#123456"/><circle cx="4" cy="4" r="2"></circle>')],
    ['a declaration and a comment', `<?xml version="1.0"?>\n<!-- Drawn by hand -->\n${svg('<g/>')}\n`],
    [
      'gradients and own references',
      svg(
        `<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use xlink:href='#b'/>`,
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ],
    ['styles', svg('<style>.a { fill: red }</style><rect class="a" style="stroke: url(#a)"/>')],
    ['text with entities', svg('<title>A &amp; B</title><text x="1">Souk</text>')],
  ])('accepts %s', (_name, text) => expect(check(text)).not.toThrow())

  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'the element "script"'],
    ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>'), 'the element "SCRIPT"'],
    ['an event handler', svg('', ' onload="alert(1)"'), '"onload" can run a script'],
    ['a handler in mixed case', svg('<path OnClick="alert(1)"/>'), '"OnClick" can run a script'],
    ['foreign content', svg('<foreignObject><p/></foreignObject>'), 'the element "foreignObject"'],
    ['an image', svg('<image href="https://evil.example/a.png"/>'), 'the element "image"'],
    ['a link', svg('<a href="javascript:alert(1)"><path/></a>'), 'the element "a"'],
    ['an animation', svg('<set attributeName="href" to="javascript:alert(1)"/>'), 'the element "set"'],
    ['a use of another file', svg('<use href="https://evil.example/a.svg#b"/>'), '"href" must refer'],
    ['a use with a data URL', svg('<use href="data:image/svg+xml,#b"/>'), '"href" must refer'],
    ['a paint from another file', svg('<rect fill="url(https://evil.example#a)"/>'), 'can load another file'],
    ['an escaped paint', svg('<rect style="fill:u\\72l(//evil.example)"/>'), 'can load another file'],
    ['an encoded paint', svg('<rect style="fill:u&#114;l(//evil.example)"/>'), 'can load another file'],
    ['an import', svg('<style>@import "//evil.example/a.css";</style>'), 'styles can load'],
    ['an encoded import', svg('<style>&#64;import "//evil.example/a.css";</style>'), 'uses an entity'],
    [
      'a document type',
      `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`,
      'not well-formed, or has a document type',
    ],
    ['an entity', svg('<text>&a;</text>'), 'uses an entity'],
    ['a style sheet', `<?xml-stylesheet href="//evil.example/a.css"?>${svg('')}`, 'not well-formed'],
    ['character data', svg('<style><![CDATA[@import "a"]]></style>'), 'not well-formed'],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"></svg>', 'the namespace'],
    ['a prefixed element', svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'), 'the element "x:script"'],
    ['a base', svg('', ' xml:base="https://evil.example/"'), 'the attribute "xml:base"'],
    ['a page', '<html></html>', 'one element "svg"'],
    ['two roots', svg('') + svg(''), 'one element "svg"'],
    ['an open element', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>', 'closes "svg"'],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg">', 'ends early'],
    ['nothing', '', 'ends early'],
    ['text only', 'hello', 'text outside'],
    ['deep nesting', svg('<g>'.repeat(70) + '</g>'.repeat(70)), 'nested more than'],
    ['an attribute without quotes', svg('<path onclick=alert(1) />'), 'not well-formed'],
  ])('refuses %s', (_name, text, reason) => expect(check(text)).toThrow(reason))

  it('refuses other encodings', () => {
    const bytes = Buffer.from(svg(''), 'utf16le')
    expect(() => requireHarmlessSvg(Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]))).toThrow('UTF-8')
  })

  it('takes linear time for hostile input', () => {
    const long = `<svg${' a="b"'.repeat(30_000)}`
    expect(check(long)).toThrow('not well-formed')
    expect(check(`<!--${'-'.repeat(200_000)}`)).toThrow('not well-formed')
  })
})
