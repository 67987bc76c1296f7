/** How the marketplace presents itself: name, logo, color, sender of mail, links. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Email, HttpUrl, nullable } from '../common.ts'

/** Largest size of a logo in bytes. */
export const logoBytesMax = 256 * 1024

export const logoMediaTypes = ['image/png', 'image/webp', 'image/svg+xml'] as const
export type LogoMediaType = (typeof logoMediaTypes)[number]

const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'Color in hexadecimal, in lower case.' })

export const brandingFields = {
  marketName: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^\\S(?:.*\\S)?$',
    description: 'Name of the marketplace on pages and in emails and catalogs.',
  }),
  accentColor: nullable(
    Color,
    'Color of buttons, links and selections. It is darkened or lightened where text would be hard to read; `null` for the default color.',
  ),
  mailSender: nullable(
    Type.String({ minLength: 1, maxLength: 60, pattern: '^\\S(?:.*\\S)?$' }),
    'Name of the sender of emails; `null` for `marketName`.',
  ),
  legalUrl: nullable(HttpUrl, 'Legal notice, linked from every public page; `null` for none.'),
  privacyUrl: nullable(HttpUrl, 'Privacy notice, linked from every public page; `null` for none.'),
  supportUrl: nullable(HttpUrl, 'Support page, linked from every public page; `null` for none.'),
  supportEmail: nullable(Email, 'Address of the support, on pages and in emails; `null` for none.'),
}

export const Logo = Type.Object(
  {
    path: Type.String({ description: 'Path of the image on this server. It changes with the image.' }),
    mediaType: Type.Enum([...logoMediaTypes], { description: 'Media type of the image.' }),
  },
  { ...closed, title: 'Logo', description: 'The logo of the marketplace.' },
)
export type Logo = Static<typeof Logo>

export const Accent = Type.Object(
  {
    light: Type.String({ description: 'Accent of the light theme.' }),
    dark: Type.String({ description: 'Accent of the dark theme.' }),
  },
  { title: 'Accent', description: 'Readable variants of the accent color.' },
)

export const LogoUpdate = Type.Object(
  {
    image: nullable(
      Type.String({ minLength: 1, maxLength: 350_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      'PNG, WebP or SVG image in Base64, at most 256 KiB; `null` removes the logo.',
    ),
  },
  closed,
)
