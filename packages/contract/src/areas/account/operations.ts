import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import { Me } from './documents.ts';

export const getMe = operation({
  method: 'GET',
  path: '/me',
  tag: 'Account',
  summary: 'Read who the caller is.',
  access: 'key',
  service: 'catalog',
  input: open({}),
  status: 200,
  reply: Me,
});
