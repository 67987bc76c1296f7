import { describeFile } from './describe-file.ts'
import { methods, serviceName } from './methods.ts'
import { decode } from './protobuf/decode.ts'
import { encode } from './protobuf/encode.ts'
import { ServerReflectionRequest, ServerReflectionResponse } from './schema/reflection.ts'
import { healthService } from './health.ts'
import { wellKnownFiles } from './well-known-files.ts'

/** Both versions have the same messages. */
export const reflectionServices = [
  'grpc.reflection.v1.ServerReflection',
  'grpc.reflection.v1alpha.ServerReflection',
] as const

const a2aFile = 'a2a.proto'

/** Encoded descriptors by file name. */
export const files: Readonly<Record<string, Buffer>> = {
  ...wellKnownFiles,
  [a2aFile]: describeFile({
    name: a2aFile,
    package: 'lf.a2a.v1',
    dependency: Object.keys(wellKnownFiles),
    service: serviceName,
    methods,
  }),
}

/** Answers one request of server reflection. */
export function reflect(request: Buffer): Buffer {
  const asked = decode(ServerReflectionRequest, request)
  return encode(ServerReflectionResponse, { originalRequest: asked, ...answer(asked) })
}

function answer(asked: Readonly<Record<string, unknown>>): object {
  if ('listServices' in asked) {
    const names = [serviceName, healthService, ...reflectionServices]
    return { listServicesResponse: { service: names.map((name) => ({ name })) } }
  }
  const found = 'fileByFilename' in asked ? files[String(asked['fileByFilename'])] : fileOf(asked)
  return found === undefined
    ? { errorResponse: { errorCode: 5, errorMessage: 'Not found.' } }
    : { fileDescriptorResponse: { fileDescriptorProto: [found.toString('base64')] } }
}

function fileOf({ fileContainingSymbol: symbol }: Readonly<Record<string, unknown>>): Buffer | undefined {
  return typeof symbol === 'string' && symbol.startsWith('lf.a2a.v1.') ? files[a2aFile] : undefined
}
