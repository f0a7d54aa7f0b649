import * as images from '@assay/contract/areas/images/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofImage = commandsOf(images);

export const imageCommands = [
  ofImage('listSandboxImages', {
    words: 'image list',
    columns: { NAME: 'name', SHARING: 'sharing', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay image list'],
  }),
  ofImage('getSandboxImage', { words: 'image show', examples: ['assay image show tools'] }),
  ofImage('createSandboxImage', {
    words: 'image create',
    argument: 'name',
    done: 'image {name} is created: {id}',
    examples: [`assay image create tools --blueprint '{"baseImage": "node:22"}'`],
  }),
  ofImage('updateSandboxImage', {
    words: 'image update',
    done: 'image {name} is changed.',
    examples: ['assay image update tools --name "tools of the helpdesk"'],
  }),
  ofImage('validateSandboxImageBlueprint', {
    words: 'image validate',
    argument: 'blueprint',
    examples: [`assay image validate '{"baseImage": "node:22"}'`],
  }),
  ofImage('buildSandboxImage', { words: 'image build', examples: ['assay image build tools'] }),
  ofImage('listSandboxImageBuilds', {
    words: 'image builds',
    columns: { STATUS: 'status', CREATED: 'createdAt', FINISHED: 'finishedAt', ID: 'id' },
    examples: ['assay image builds tools'],
  }),
  ofImage('promoteSandboxImage', { words: 'image promote', examples: ['assay image promote tools'] }),
  ofImage('useSandboxImage', { words: 'image use', examples: ['assay image use tools'] }),
  ofImage('deleteSandboxImage', {
    words: 'image rm',
    done: 'image {image} is deleted.',
    examples: ['assay image rm tools --yes'],
  }),
];
