import { Type } from 'typebox'
import { open, route } from '../route.ts'
import { reference } from '../shapes/common.ts'
import { Artifact, SentArtifact } from '../shapes/message.ts'
import { exampleTask, taskParams } from './task-params.ts'

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
        artifact: SentArtifact,
        append: Type.Optional(Type.Boolean({ description: 'Add the parts to an artifact that exists.' })),
        lastChunk: Type.Optional(Type.Boolean({ description: 'Nothing will be added after this.' })),
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
    summary: 'Submit a piece of work, whole or in chunks',
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
    query: Type.Object({ pageToken: Type.Optional(Type.String({ maxLength: 1000 })) }, open),
    reply: Type.Object({ artifacts: Type.Array(Artifact), nextPageToken: Type.String() }),
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'List the artifacts of a task',
    description: 'A page has at most 4 MiB, or one artifact.',
    example: { params: exampleTask },
  }),
  getArtifact: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/artifacts/{artifactId}',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({ ...taskParams.properties, artifactId: reference('Artifact id.') }),
    reply: Artifact,
    errors: ['forbidden', 'not-found', 'task-not-found', 'version-not-supported'],
    summary: 'One artifact of a task',
    example: { params: { ...exampleTask, artifactId: 'draft' } },
  }),
}
