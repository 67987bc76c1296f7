/** The only place that decides whether an SVG image is harmless: everything that is not on its lists is refused. Pure. */
import { fail } from '../../failure.ts'

/** Shapes, paint, text and structure. Scripts, styles of pages, foreign content, animations and images are missing. */
const elements = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc style ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
)

/** One construct of XML at a time: declaration, comment, closing tag, opening tag, or text. */
const token = new RegExp(
  [
    String.raw`<\?xml\s(?<declaration>[^?<>]*)\?>`,
    '<!--(?<comment>(?:(?!--)[^])*)-->',
    String.raw`</(?<end>[A-Za-z:]+)\s*>`,
    String.raw`<(?<start>[A-Za-z:]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Only the five entities of XML: others can hide text from these checks. */
const otherEntity = /&(?!(?:amp|lt|gt|quot|apos);)/
/** A reference to something outside of the image, in CSS or in an attribute. */
const foreignReference = /url\((?!\s*["']?#[\w-]+["']?\s*\))|@|\\|expression|javascript:|data:/i
const ownReference = /^#[\w-]+$/
const namespaces = new Set(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])
const depthMax = 64

/** Refuses an image that is not well-formed, or that could run a script or load another file. */
export function requireHarmlessSvg(bytes: Buffer): void {
  const text = decode(bytes)
  const open: string[] = []
  let isRooted = false
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const { groups } = token.exec(text) ?? refuse('it is not well-formed, or has a document type')
    if (groups === undefined) return
    const { start, end, attributes = '', empty, text: content } = groups
    if (start !== undefined) {
      if (open.length === 0) requireRoot(start, attributes, isRooted)
      isRooted = true
      requireElement(start, attributes)
      if (empty === '') open.push(start)
      if (open.length > depthMax) refuse(`its elements are nested more than ${depthMax} levels deep`)
    } else if (end !== undefined) {
      if (open.pop() !== end) refuse(`it closes "${end}" where it is not open`)
    } else if (content !== undefined) requireContent(content, open.at(-1))
  }
  if (!isRooted || open.length > 0) refuse('it ends early')
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('it is not encoded as UTF-8')
  }
}

/** Without the namespace, browsers do not draw the image. */
function requireRoot(name: string, attributes: string, isRooted: boolean): void {
  if (isRooted || name !== 'svg') refuse('it must have one element "svg"')
  if (!/\sxmlns\s*=/.test(attributes)) refuse('its element must have the attribute "xmlns"')
}

function requireElement(name: string, attributes: string): void {
  if (!elements.has(name)) refuse(`the element "${name}" is not allowed`)
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = double ?? single ?? ''
    if (/^on/i.test(key)) refuse(`the attribute "${key}" can run a script`)
    if (key.startsWith('xmlns')) {
      // Drawing programs declare namespaces of their own, which nothing uses here.
      if ((key === 'xmlns' || key === 'xmlns:xlink') && !namespaces.has(value)) {
        refuse(`the namespace "${value}" is not allowed`)
      }
    } else if (/^(?:xlink:)?href$/i.test(key)) {
      if (!ownReference.test(value)) refuse(`"${key}" must refer to a part of the image`)
    } else if (/:/.test(key) && key !== 'xml:space') refuse(`the attribute "${key}" is not allowed`)
    else if (otherEntity.test(value) || foreignReference.test(value)) {
      refuse(`the value of "${key}" can load another file or run a script`)
    }
  }
}

function requireContent(content: string, parent: string | undefined): void {
  if (parent === undefined && /[^\s\uFEFF]/.test(content)) refuse('it has text outside of its element')
  if (otherEntity.test(content)) refuse('it uses an entity')
  if (parent === 'style' && (foreignReference.test(content) || content.includes('&'))) {
    refuse('its styles can load another file')
  }
}

function refuse(reason: string): never {
  return fail(
    'unprocessable',
    `"image" is not an SVG image that can be shown: ${reason}.`,
    'Export it as plain SVG, without scripts, links and animations, or as PNG.',
  )
}
