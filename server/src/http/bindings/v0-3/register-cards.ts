import type { FastifyInstance } from 'fastify'
import type { OperationRegistry } from '../../operation-registry.ts'
import { isCacheable, sendCacheable } from '../../reply/reply.ts'
import type { Encoding } from '../call.ts'
import { cardFromV1, isCard } from './card.ts'

/** Cards of A2A 0.3, at both paths where its clients look for them. */
const paths = ['agent-card.json', 'agent.json'].map(
  (file) => `/api/a2a/v0.3/agents/:name/.well-known/${file}`,
)

export function registerCardsV03(app: FastifyInstance, { bound }: OperationRegistry): void {
  for (const path of paths) {
    app.get(path, { config: { operation: 'getA2aAgentCard', surface: 'a2a' } }, async (request, reply) => {
      const card = bound.get('getA2aAgentCard')
      if (card === undefined) throw new Error('getA2aAgentCard is not registered.')
      const send: Encoding['send'] = (result) => {
        if (!isCacheable(result) || !isCard(result.content)) throw new Error('Not a card.')
        const { content, changedAt } = result
        return sendCacheable('public', { content: { ...cardFromV1(content) }, changedAt }, request, reply)
      }
      request.call = { operation: 'getA2aAgentCard', binding: 'JSONRPC 0.3' }
      return card.run(request, reply, request, { ...noStream, send })
    })
  }
}

const noStream: Pick<Encoding, 'startStream'> = {
  startStream: () => {
    throw new Error('A card is not a stream.')
  },
}
