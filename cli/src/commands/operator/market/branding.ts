/** Commands for the brand of the marketplace, which is part of the policy. */
import type { Policy } from 'souk-contract'
import { command } from '../../../engine/command.ts'
import { CliError } from '../../../engine/errors.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { flag, prose, readBytes, required, text } from '../../../engine/params.ts'
import { record, type Block } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'

interface Branded {
  readonly policy: Policy
  readonly accent: { readonly light: string; readonly dark: string } | null
}

function render({ policy, accent }: Branded): Block[] {
  const { accentColor } = policy
  const shown = (color: string) => (color === accentColor ? color : `${color} (adjusted for contrast)`)
  return [
    record(
      {
        name: () => policy.marketName,
        'email sender': () => policy.mailSender ?? policy.marketName,
        logo: () => policy.logo?.path ?? 'default',
        accent: () => accentColor ?? 'default',
        'accent in light theme': () => accent && shown(accent.light),
        'accent in dark theme': () => accent && shown(accent.dark),
        'legal notice': () => policy.legalUrl,
        privacy: () => policy.privacyUrl,
        support: () => policy.supportUrl,
        'support email': () => policy.supportEmail,
      },
      undefined,
    ),
  ]
}

const nullIfEmpty = (value: string | undefined) => (value === '' ? null : value)

export const branding = command({
  name: 'branding',
  summary: 'Set name, color, email sender and links of the marketplace',
  description:
    'Omitted options keep their values. An empty text removes a value; the name cannot be empty. A color that would be hard to read is darkened or lightened.',
  operations: ['updatePolicy'],
  options: {
    name: text('Name of the marketplace'),
    accent: text('Color of buttons and links, such as #0e5a63', 'color'),
    mailSender: text('Name of the sender of emails'),
    legal: text('URL of the legal notice', 'url'),
    privacy: text('URL of the privacy notice', 'url'),
    support: text('URL of the support page', 'url'),
    supportEmail: text('Email address of the support', 'address'),
    reason: required(prose('Why the brand changes')),
  },
  confirm: () => 'Change the brand of the marketplace?',
  example: 'souk admin policy branding --name Bazaar --accent "#7a1f5c" --reason "New brand." --yes',
  run: (context, { name, accent, reason, ...options }) =>
    asOperator(context, ({ policy }) =>
      policy.updatePolicy({
        reason,
        ...omitUndefined({
          marketName: name,
          accentColor: nullIfEmpty(accent?.toLowerCase()),
          mailSender: nullIfEmpty(options.mailSender),
          legalUrl: nullIfEmpty(options.legal),
          privacyUrl: nullIfEmpty(options.privacy),
          supportUrl: nullIfEmpty(options.support),
          supportEmail: nullIfEmpty(options.supportEmail),
        }),
      }),
    ),
  render,
})

export const logo = command({
  name: 'logo',
  summary: 'Replace or remove the logo of the marketplace',
  description:
    'PNG, WebP or SVG, at most 256 KiB. An SVG image with scripts, links to other files or animations is refused.',
  operations: ['updateLogo'],
  options: {
    image: text('Path of the image', 'file'),
    remove: flag('Show the default logo again'),
    reason: required(prose('Why the logo changes')),
  },
  confirm: () => 'Change the logo of the marketplace?',
  example: 'souk admin policy logo --image logo.svg --reason "New logo." --yes',
  run: (context, { image, remove, reason }) => {
    if ((image === undefined) !== remove) {
      throw new CliError('usage', 'Exactly one of --image and --remove is needed.', 'Add one of them.')
    }
    const content = image === undefined ? null : readBytes(image).toString('base64')
    return asOperator(context, ({ policy }) => policy.updateLogo({ image: content, reason }))
  },
  render,
})
