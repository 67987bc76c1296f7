import type { Artifact } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { keepFile, type Kept } from '../engine/files.ts'
import { given } from '../engine/fields.ts'
import { id, line, table, type Block, type Fields } from '../engine/views.ts'
import { argument, flag, text } from '../engine/words.ts'
import { pageOptions } from './shared.ts'
import { contentOptions, somePartsFrom } from './parts.ts'
import { artifactBlocks } from './task-view.ts'

const task = argument('task id')

const columns: Fields<Artifact> = {
  id: ({ artifactId }) => id(artifactId),
  name: ({ name }) => name,
  parts: ({ parts }) => parts.length,
  description: ({ description }) => description,
}

const listArtifacts = command({
  name: 'list',
  does: 'List the artifacts of a task',
  calls: ['listArtifacts'],
  takes: { task },
  options: { cursor: pageOptions.cursor },
  example: 'souk tasks artifacts list task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client, self }, { task: taskId, cursor }) =>
    client.artifacts.listArtifacts({ name: await self(), taskId, ...given({ pageToken: cursor }) }),
  shows: ({ artifacts: made, nextPageToken }) => [
    table(columns, made, 'Nothing was made yet.'),
    ...(nextPageToken === '' ? [] : [line(`There is more: add --cursor ${nextPageToken}.`)]),
  ],
})

const get = command({
  name: 'get',
  does: 'One artifact of a task; --output writes its content to a file',
  calls: ['getArtifact'],
  takes: { task, artifact: argument('artifact id') },
  options: { output: text('where to put its content; - for standard output', 'path') },
  example: 'souk tasks artifacts get task_01jcxg5s7ve0br4y2a6f3k8m9n draft',
  run: async (
    { client, self, raw },
    { task: taskId, artifact: artifactId, output },
  ): Promise<Artifact | Kept | undefined> => {
    const artifact = await client.artifacts.getArtifact({ name: await self(), taskId, artifactId })
    return output === undefined ? artifact : keepFile({ raw }, contentOf(artifact), output)
  },
  shows: (data): Block[] => {
    if (data === undefined) return []
    return 'parts' in data ? artifactBlocks(data) : [line(`Written to ${data.path}: ${data.bytes} bytes.`)]
  },
})

/** The parts one after the other: texts as they are, files as their bytes. */
function contentOf({ parts }: Artifact): Buffer {
  return Buffer.concat(
    parts.map(({ text: said, raw, url, data }) =>
      raw === undefined ? Buffer.from(said ?? url ?? JSON.stringify(data)) : Buffer.from(raw, 'base64'),
    ),
  )
}

const add = command({
  name: 'add',
  does: 'Submit a piece of work, whole or in chunks',
  calls: ['submitArtifact'],
  takes: { task },
  options: {
    ...contentOptions,
    id: text('its id; made when left out', 'id'),
    name: text('what it is called', 'name'),
    append: flag('add to an artifact that exists'),
    lastChunk: flag('nothing will be added after this'),
  },
  example: 'souk tasks artifacts add task_01jcxg5s7ve0br4y2a6f3k8m9n --file draft.txt --id draft',
  run: async ({ client, self }, { task: taskId, id: artifactId, name, append, lastChunk, ...content }) =>
    client.artifacts.submitArtifact({
      name: await self(),
      taskId,
      artifact: { parts: somePartsFrom(content), ...given({ artifactId, name }) },
      ...given({ append: append || undefined, lastChunk: lastChunk || undefined }),
    }),
  shows: ({ artifactId }) => [line(`Submitted as ${artifactId}.`)],
})

export const artifacts: Group = {
  name: 'artifacts',
  does: 'Pieces of work of a task',
  commands: [listArtifacts, get, add],
}
