import { defined, isObject, mapItems, type Json } from './json.ts'

/** Requests of A2A 0.3 in the shapes of 1.0. */

/** Parameters of `message/send` and `message/stream`. */
export function sendParams({ message, configuration, ...rest }: Json): Json {
  return defined({
    ...rest,
    message: isObject(message) ? messageToV1(message) : message,
    configuration: isObject(configuration) ? configurationToV1(configuration) : undefined,
  })
}

function messageToV1({ kind: _kind, parts, ...message }: Json): Json {
  return defined({ ...message, parts: mapItems(parts, partToV1) })
}

/** A part names its content by `kind`; files are nested. */
function partToV1(part: unknown): unknown {
  if (!isObject(part)) return part
  const { kind, file, ...content } = part
  if (kind !== 'file' || !isObject(file)) return content
  const { bytes, uri, name, mimeType } = file
  return defined({ ...content, raw: bytes, url: uri, filename: name, mediaType: mimeType })
}

function configurationToV1({ blocking, pushNotificationConfig, ...configuration }: Json): Json {
  return defined({
    ...configuration,
    returnImmediately: typeof blocking === 'boolean' ? !blocking : undefined,
    taskPushNotificationConfig: isObject(pushNotificationConfig)
      ? pushConfigToV1(pushNotificationConfig)
      : undefined,
  })
}

/** 0.3 lists schemes, 1.0 has one: the first is used. */
export function pushConfigToV1({ authentication, ...config }: Json): Json {
  if (!isObject(authentication)) return config
  const { schemes, credentials } = authentication
  const scheme: unknown = Array.isArray(schemes) ? schemes[0] : schemes
  return { ...config, authentication: defined({ scheme, credentials }) }
}
