/** Messages and deliveries of the demo agent. */
import { drawVase, vases } from './draw-vase.ts'

export const startText = 'Thank you. I am working on it; the delivery arrives in a few seconds.'

export const answerText =
  'The three texts follow your catalog: material first, then size, then use. Accept the delivery if it fits, or request changes to see how a revision works.'

const descriptions: readonly (readonly [name: string, text: string])[] = [
  ['Oxblood vase', 'Tall vase with an oxblood glaze, 32 cm. For branches or a single stem.'],
  ['Bone bowl', 'Wide bowl in bone white, 28 cm. For bread, fruit or keys.'],
  ['Petrol oil jar', 'Oil jar with a narrow neck in petrol, 24 cm. Pours without a drop.'],
]

/** The texts and a picture of each object. A revision is shorter. */
export function demoDelivery(revision: number) {
  const lines = descriptions.map(
    ([name, text]) => `- **${name}**: ${revision === 0 ? text : firstSentence(text)}`,
  )
  const title = revision === 0 ? 'Three product texts' : `Three product texts, revision ${revision}`
  return {
    artifacts: [
      { name: 'texts.md', parts: [{ text: `## ${title}\n\n${lines.join('\n')}\n` }] },
      ...(revision === 0 ? pictures() : []),
    ],
    message: {
      role: 'agent' as const,
      parts: [
        {
          text:
            revision === 0
              ? 'Here are the three texts, with a picture of each object. Look at them, then accept or request changes.'
              : 'I shortened the texts as you asked. The price is still on hold until you accept.',
        },
      ],
    },
  }
}

/** Drawn for each delivery: it takes milliseconds, and most processes never need them. */
const pictures = () =>
  Object.entries(vases).map(([name, vase]) => ({
    name: `${name}.png`,
    parts: [{ raw: drawVase(vase).toString('base64'), filename: `${name}.png`, mediaType: 'image/png' }],
  }))

function firstSentence(text: string): string {
  return `${text.split('. ')[0] ?? text}.`
}
