import { bytes, int32, many, message, one, oneOf, repeated, string } from '../protobuf/schema.ts'

/** Messages of grpc.reflection.v1; those of v1alpha have the same fields. */
const name = (short: string) => `grpc.reflection.v1.${short}`

const ExtensionRequest = message(name('ExtensionRequest'), {
  containingType: string(1),
  extensionNumber: int32(2),
})

export const ServerReflectionRequest = message(name('ServerReflectionRequest'), {
  host: string(1),
  ...oneOf('message_request', {
    fileByFilename: string(3),
    fileContainingSymbol: string(4),
    fileContainingExtension: one(ExtensionRequest, 5),
    allExtensionNumbersOfType: string(6),
    listServices: string(7),
  }),
})

const FileDescriptorResponse = message(name('FileDescriptorResponse'), {
  fileDescriptorProto: repeated(bytes(1)),
})
const ServiceResponse = message(name('ServiceResponse'), { name: string(1) })
const ListServiceResponse = message(name('ListServiceResponse'), { service: many(ServiceResponse, 1) })
const ErrorResponse = message(name('ErrorResponse'), { errorCode: int32(1), errorMessage: string(2) })

export const ServerReflectionResponse = message(name('ServerReflectionResponse'), {
  validHost: string(1),
  originalRequest: one(ServerReflectionRequest, 2),
  ...oneOf('message_response', {
    fileDescriptorResponse: one(FileDescriptorResponse, 4),
    listServicesResponse: one(ListServiceResponse, 6),
    errorResponse: one(ErrorResponse, 7),
  }),
})
