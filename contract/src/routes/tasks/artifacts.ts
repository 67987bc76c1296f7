import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { field, reference } from '../../shapes/common.ts'
import { Artifact, ArtifactInput } from '../../shapes/tasks/message.ts'
import { exampleTask, nextPageToken, pageToken, taskParams } from './task-params.ts'

export const artifacts = {
  submitArtifact: route({
    method: 'POST',
    path: '/agents/{name}/tasks/{taskId}/artifacts',
    surface: 'a2a',
    auth: 'agent',
    scope: 'deliver',
    params: taskParams,
    body: Type.Object(
      {
        artifact: field(ArtifactInput, 'The artifact, or a chunk of it.'),
        append: Type.Optional(
          Type.Boolean({ description: 'Append the parts to the artifact with the same ID.' }),
        ),
        lastChunk: Type.Optional(Type.Boolean({ description: 'Marks the artifact as complete.' })),
      },
      open,
    ),
    reply: Artifact,
    errors: [
      'conflict',
      'forbidden',
      'task-budget-exceeded',
      'task-not-found',
      'unprocessable',
      'version-not-supported',
    ],
    summary: 'Submit an artifact',
    description:
      'Adds work to a task, whole or in chunks. Only the provider can call it; the bytes count against its budget for the task.',
    example: {
      params: exampleTask,
      body: { artifact: { artifactId: 'draft', parts: [{ text: 'Dear …' }] }, lastChunk: true },
    },
  }),
  listArtifacts: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/artifacts',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    query: Type.Object({ pageToken }, open),
    reply: Type.Object({
      artifacts: Type.Array(Artifact, { description: 'Artifacts of this page.' }),
      nextPageToken,
    }),
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'List artifacts of a task',
    description: 'Returns the artifacts of a task. A page has at most 4 MiB or one artifact.',
    example: { params: exampleTask },
  }),
  getArtifact: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/artifacts/{artifactId}',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({ ...taskParams.properties, artifactId: reference('Artifact ID.') }),
    reply: Artifact,
    errors: ['forbidden', 'not-found', 'task-not-found', 'version-not-supported'],
    summary: 'Retrieve an artifact',
    description: 'Returns one artifact of a task in full. Only the parties of the task can read it.',
    example: { params: { ...exampleTask, artifactId: 'draft' } },
  }),
}
