import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { BADGE_TYPE, BadgeImage, CreateEvalSuiteBadge, EvalSuiteBadge, EvalSuiteBadgeDeleted } from './documents.ts';

const common = { tag: 'Eval suites', access: 'admin', service: 'runs' } as const;
const BADGE = '/projects/{projectId}/eval-suites/{suiteId}/badge';

export const createEvalSuiteBadge = operation({
  ...common,
  method: 'POST',
  path: BADGE,
  summary: "Make the link of a suite's badge.",
  description:
    'A suite has no badge until then. Who has the link sees the verdict and the pass rate of the newest completed run, and nothing else. Another link ends the one before it.',
  input: CreateEvalSuiteBadge,
  bodyOptional: true,
  status: 201,
  reply: EvalSuiteBadge,
});

export const getEvalSuiteBadge = operation({
  ...common,
  method: 'GET',
  path: BADGE,
  summary: "Read the link of a suite's badge.",
  input: NoQuery,
  status: 200,
  reply: EvalSuiteBadge,
});

export const deleteEvalSuiteBadge = operation({
  ...common,
  method: 'DELETE',
  path: BADGE,
  summary: "Revoke the link of a suite's badge.",
  description: 'Caches may show the badge for another minute.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: EvalSuiteBadgeDeleted,
});

export const getBadgeImage = operation({
  ...common,
  method: 'GET',
  path: '/badges/{badgeToken}/badge.svg',
  access: 'public',
  beside: true,
  headers: ['ifNoneMatch'],
  summary: 'Read the badge of a suite, by its link.',
  description:
    'Of the newest completed run of all cases that is not of a pull request. A link that is forged or was revoked is a 404. With the `ETag` of an unchanged badge in `If-None-Match` the answer is 304 without a body.',
  input: NoQuery,
  status: 200,
  reply: BadgeImage,
  replyHeaders: {
    'Cache-Control': '`public, max-age=60`',
    ETag: 'Changes with the image.',
  },
  produces: BADGE_TYPE,
});
