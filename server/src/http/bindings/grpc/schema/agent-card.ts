import { bool, many, map, message, one, optional, repeated, string, struct } from '../protobuf/schema.ts'
import { a2a } from './names.ts'
import { SecurityScheme } from './security-scheme.ts'

const AgentInterface = message(a2a('AgentInterface'), {
  url: string(1),
  protocolBinding: string(2),
  tenant: string(3),
  protocolVersion: string(4),
})

const AgentProvider = message(a2a('AgentProvider'), { url: string(1), organization: string(2) })

const AgentExtension = message(a2a('AgentExtension'), {
  uri: string(1),
  description: string(2),
  required: bool(3),
  params: struct(4),
})

const AgentCapabilities = message(a2a('AgentCapabilities'), {
  streaming: optional(bool(1)),
  pushNotifications: optional(bool(2)),
  extensions: many(AgentExtension, 3),
  extendedAgentCard: optional(bool(4)),
})

const StringList = message(a2a('StringList'), { list: repeated(string(1)) })

const SecurityRequirement = message(a2a('SecurityRequirement'), {
  schemes: map({ kind: 'message', of: StringList }, 1),
})

const AgentSkill = message(a2a('AgentSkill'), {
  id: string(1),
  name: string(2),
  description: string(3),
  tags: repeated(string(4)),
  examples: repeated(string(5)),
  inputModes: repeated(string(6)),
  outputModes: repeated(string(7)),
  securityRequirements: many(SecurityRequirement, 8),
})

const AgentCardSignature = message(a2a('AgentCardSignature'), {
  protected: string(1),
  signature: string(2),
  header: struct(3),
})

export const AgentCard = message(a2a('AgentCard'), {
  name: string(1),
  description: string(2),
  supportedInterfaces: many(AgentInterface, 3),
  provider: one(AgentProvider, 4),
  version: string(5),
  documentationUrl: optional(string(6)),
  capabilities: one(AgentCapabilities, 7),
  securitySchemes: map({ kind: 'message', of: SecurityScheme }, 8),
  securityRequirements: many(SecurityRequirement, 9),
  defaultInputModes: repeated(string(10)),
  defaultOutputModes: repeated(string(11)),
  skills: many(AgentSkill, 12),
  signatures: many(AgentCardSignature, 13),
  iconUrl: optional(string(14)),
})
