import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');

/** The path of the code, the code, and the rule that must report it; `undefined` where the code is allowed. */
type Case = [path: string, code: string, rule: string | undefined];

const IMPORTS = 'no-restricted-imports';
const GLOBALS = 'no-restricted-globals';
const PROPERTIES = 'no-restricted-properties';

const cases: Case[] = [
  ['packages/contract/src/areas/suites', `import '@assay/kit/postgres/db';`, IMPORTS],
  ['packages/contract/src/areas/suites', `import type { Document } from '@assay/mesh/gen/assay/v1/document';`, IMPORTS],
  ['packages/contract/src/areas/suites', `import '../../../../kit/src/postgres/db.ts';`, IMPORTS],
  ['packages/contract/src/areas/suites', `import type { MethodDefinition } from '@grpc/grpc-js';`, IMPORTS],
  ['packages/contract/src/areas/suites', `import { hash } from 'node:crypto';`, IMPORTS],
  ['packages/contract/src/areas/suites', `export const none = Buffer.alloc(0);`, GLOBALS],
  ['packages/contract/src/areas/suites', `import '../../schema.ts';`, undefined],
  ['packages/contract/src/areas/suites', `import 'typebox';`, undefined],
  ['proto/src/rpc', `import '@assay/kit/postgres/db';`, IMPORTS],
  ['proto/src/rpc', `import 'pg';`, IMPORTS],
  ['proto/src/rpc', `import '@assay/contract/operation';`, undefined],
  ['proto/src/rpc', `import '@grpc/grpc-js';`, undefined],

  ['packages/kit/src', `import '@assay/runs/app';`, IMPORTS],
  ['packages/kit/src', `import '../../../services/runs/src/app.ts';`, IMPORTS],
  ['packages/kit/src', `import '@assay/mcp/connect';`, IMPORTS],
  ['packages/kit/src', `import 'pg';`, undefined],
  ['packages/kit/test', `import '@assay/testkit/database/database';`, undefined],
  ['packages/mcp/src', `import '@assay/kit/log';`, IMPORTS],
  ['packages/mcp/src', `import '@grpc/grpc-js';`, IMPORTS],
  ['packages/mcp/src', `import '@assay/contract/problem';`, undefined],
  ['packages/inspect/src', `import '@assay/kit/rpc/client';`, IMPORTS],
  ['packages/inspect/src', `import '@assay/kit/concurrency/run-in-worker';`, undefined],
  ['packages/testkit/src', `import '@assay/runs/app';`, undefined],

  ['packages/grading/src', `import '@assay/kit/log';`, IMPORTS],
  ['packages/grading/src', `import '@assay/kit/security/redact';`, undefined],
  ['packages/grading/src', `import 'node:fs';`, IMPORTS],
  ['packages/grading/src', `import 'node:fs/promises';`, IMPORTS],
  ['packages/grading/src', `import 'node:net';`, IMPORTS],
  ['packages/grading/src', `import 'pg';`, IMPORTS],
  ['packages/grading/src', `import { randomUUID } from 'node:crypto';`, IMPORTS],
  ['packages/grading/src', `import { createHash } from 'node:crypto';`, undefined],
  ['packages/grading/src', `export const at = Date.now();`, PROPERTIES],
  ['packages/grading/src', `export const at = performance.now();`, GLOBALS],
  ['packages/grading/src', `import 'ajv';`, undefined],

  ['packages/launching/src', `import '@assay/kit/id';`, IMPORTS],
  ['packages/launching/src', `import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';`, IMPORTS],
  ['packages/launching/src', `import '@grpc/grpc-js';`, IMPORTS],
  ['packages/launching/src', `import 'node:fs';`, IMPORTS],
  ['packages/launching/src', `export const at = Date.now();`, PROPERTIES],
  ['packages/launching/src', `import '@assay/contract/problem';`, undefined],
  ['packages/launching/src', `import '@assay/grading/model-free';`, undefined],
  ['gateway/src', `import '@assay/launching/assert-budgets';`, IMPORTS],
  ['services/runs/src/domain', `import '@assay/launching/assert-budgets';`, undefined],

  ['packages/suite-file/src', `import '@assay/kit/postgres/db';`, IMPORTS],
  ['packages/suite-file/src', `import 'node:fs';`, IMPORTS],
  ['packages/suite-file/src', `export const at = Date.now();`, PROPERTIES],
  ['packages/suite-file/src', `import '@assay/grading/regex';`, undefined],
  ['packages/suite-file/src', `import 'yaml';`, undefined],
  ['packages/plugin-bundle/src', `import '@assay/kit/id';`, IMPORTS],
  ['packages/plugin-bundle/src', `import 'node:fs';`, IMPORTS],
  ['packages/plugin-bundle/src', `export const at = Date.now();`, PROPERTIES],
  ['packages/plugin-bundle/src', `import '@assay/suite-file/read-text';`, undefined],
  ['packages/plugin-bundle/src', `import 'yauzl';`, undefined],
  ['packages/database/src', `import '@assay/transcripts/trace-parts';`, IMPORTS],
  ['packages/database/src', `import '@assay/transcripts/migrations';`, undefined],
  ['packages/database/src', `import '@assay/work/queue/work-queue';`, IMPORTS],
  ['packages/egress/src', `import '@assay/kit/env';`, IMPORTS],
  ['packages/egress/src', `import '@assay/kit/settings/setting';`, undefined],
  ['packages/work/src', `import '@assay/runs/app';`, IMPORTS],
  ['packages/work/src', `import '@assay/contract/areas/analysis/insights';`, IMPORTS],
  ['packages/work/src', `import '@assay/findings/series-window';`, IMPORTS],
  ['packages/work/src', `import '@assay/contract/problem';`, undefined],
  ['packages/findings/src', `import '@assay/work/queue/work-queue';`, IMPORTS],
  ['packages/findings/src', `import '@assay/kit/audit/audit';`, IMPORTS],
  ['packages/findings/src', `import '@assay/mesh/gen/assay/v1/runs';`, IMPORTS],
  ['packages/findings/src', `import { transaction } from '@assay/kit/postgres/db';`, IMPORTS],
  ['packages/findings/src', `import { randomUUID } from 'node:crypto';`, IMPORTS],
  ['packages/findings/src', `export const at = Date.now();`, PROPERTIES],
  ['packages/findings/src', `import { sql } from '@assay/kit/postgres/db';`, undefined],
  ['packages/findings/src', `import '@assay/grading/measures/session-signal';`, undefined],
  ['packages/grading/src', `import '@assay/findings/series-window';`, IMPORTS],
  ['packages/kit/src', `import '@assay/work/queue/work-queue';`, IMPORTS],
  ['packages/sdk/src', `import '@assay/kit/rpc/client';`, IMPORTS],
  ['packages/sdk/src', `import type { TSchema } from 'typebox';`, IMPORTS],
  ['packages/sdk/src', `import { randomUUID } from 'node:crypto';`, IMPORTS],
  ['packages/sdk/src', `import { app } from '@apps/framework';`, IMPORTS],
  ['packages/sdk/src', `export const none = Buffer.alloc(0);`, GLOBALS],
  ['packages/sdk/src', `import '@assay/contract/problem';`, undefined],
  ['packages/sdk/src', `export const none = new Uint8Array(0);`, undefined],
  ['packages/cli/src', `import '@assay/kit/rpc/client';`, IMPORTS],
  ['packages/cli/src', `import '@assay/suite-file/convert';`, undefined],
  ['packages/cli/src', `import { createClient } from '@assay/sdk';`, undefined],
  ['packages/study-page/client', `import '@assay/kit/rpc/client';`, IMPORTS],
  ['packages/study-page/client', `import { createClientOf } from '@assay/sdk/client';`, undefined],

  ['services/suites/src', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/src', `export { startRuns } from '@assay/runs/app';`, IMPORTS],
  ['services/suites/src', `export const runs = () => import('@assay/runs/app');`, IMPORTS],
  ['services/suites/src', `import '../../runs/src/app.ts';`, IMPORTS],
  ['services/suites/src', `import '@assay/gateway/app';`, IMPORTS],
  ['services/suites/src', `import '@assay/mcp/connect';`, undefined],
  ['services/suites/src', `import '@assay/work/service/work-service';`, undefined],
  ['services/suites/test', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/test', `import '../src/app.ts';`, undefined],
  ['services/suites/test', `import '@assay/testkit/database/database';`, undefined],

  ['services/suites/src/domain', `import 'pg';`, IMPORTS],
  ['services/suites/src/domain', `import '@assay/findings/mining/stored-findings';`, IMPORTS],
  ['services/suites/src/domain', `import '@assay/findings/mining/mined-findings';`, undefined],
  ['services/suites/src/domain', `import 'kafkajs';`, IMPORTS],
  ['services/suites/src/domain', `import '@grpc/grpc-js';`, IMPORTS],
  ['services/suites/src/domain', `import '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/domain', `import '@assay/runs/domain/decide';`, IMPORTS],
  ['services/suites/src/domain', `import type { Run } from '@assay/runs/domain/run';`, IMPORTS],
  ['services/suites/src/domain', `import '../store/suites.ts';`, IMPORTS],
  ['services/suites/src/domain', `import '../../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/domain', `import '../../flows/suites/author-suite.ts';`, IMPORTS],
  ['services/suites/src/domain', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/domain', `import { randomBytes } from 'node:crypto';`, IMPORTS],
  ['services/suites/src/domain', `export const at = Date.now();`, PROPERTIES],
  ['services/suites/src/domain', `export const dice = Math.random();`, PROPERTIES],
  ['services/suites/src/domain', `export const { random } = Math;`, PROPERTIES],
  ['services/suites/src/domain', `export const id = process.pid;`, GLOBALS],
  ['services/suites/src/domain', `export const id = globalThis.process;`, PROPERTIES],
  ['services/suites/src/domain', `import '@assay/contract/areas/suites/documents';`, undefined],
  ['services/suites/src/domain', `import '@assay/grading/grade';`, undefined],
  ['services/suites/src/domain', `import './other.ts';`, undefined],

  ['services/suites/src/store', `import '@grpc/grpc-js';`, IMPORTS],
  ['services/suites/src/store', `import { includes } from '@assay/contract/access';`, undefined],
  ['services/suites/src/store', `import '@assay/contract/problem';`, IMPORTS],
  ['services/suites/src/store', `import '@assay/runs/store/runs';`, IMPORTS],
  ['services/suites/src/store', `import '../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/store', `import '../actions/import-suite.ts';`, IMPORTS],
  ['services/suites/src/store', `import type { Frozen } from '../../flows/suites/author-suite.ts';`, IMPORTS],
  ['services/suites/src/store', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/store', `import type { OAuthClient } from '@assay/mcp/oauth/client';`, IMPORTS],
  ['services/suites/src/store', `import '@assay/kit/postgres/db';`, undefined],

  ['services/suites/src/actions', `import '../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/actions', `import '../events/run-finished.ts';`, IMPORTS],
  ['services/suites/src/actions', `import '@assay/runs/actions/finish';`, IMPORTS],
  [
    'services/suites/src/actions',
    `import type { NamedServer } from '../../flows/servers/resolve-servers.ts';`,
    IMPORTS,
  ],
  ['services/suites/src/actions', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/actions', `import '../store/suites.ts';`, undefined],

  ['services/suites/src/rpc', `import '../events/run-finished.ts';`, IMPORTS],
  ['services/suites/src/rpc', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/src/rpc', `import { transaction } from '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/rpc', `import { transaction as atOnce, type Tx } from '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/rpc', `import { rows, type Db } from '@assay/kit/postgres/db';`, undefined],
  ['services/suites/src/rpc', `import '../actions/import-suite.ts';`, undefined],
  ['services/suites/src/rpc', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/rpc', `import '../flows/suites/author-suite.ts';`, undefined],

  ['services/suites/src/flows', `import '../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/flows', `import '../events/run-finished.ts';`, IMPORTS],
  ['services/suites/src/flows', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/flows', `import { transaction } from '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/flows', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/src/flows', `import '../actions/import-suite.ts';`, undefined],
  ['services/suites/src/background', `import '../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/background', `import '../events/run-finished.ts';`, IMPORTS],
  ['services/suites/src/background', `import { transaction } from '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/background', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/src/background', `import '../flows/suites/author-suite.ts';`, undefined],
  ['services/suites/src/events', `import '../rpc/get-suite.ts';`, IMPORTS],
  ['services/suites/src/events', `import '../background/purging.ts';`, IMPORTS],
  ['services/suites/src/events', `import { transaction } from '@assay/kit/postgres/db';`, IMPORTS],
  ['services/suites/src/events', `import '@assay/runs/app';`, IMPORTS],
  ['services/suites/src/events', `import '../actions/record-run.ts';`, undefined],

  ['services/runner/src/handlers/turn', `import type { RunContext } from '../iteration/run-context.ts';`, IMPORTS],
  ['services/runner/src/handlers/turn', `import type { Config } from '../../config.ts';`, IMPORTS],
  ['services/runner/src/handlers/turn', `import '@assay/runs/app';`, IMPORTS],
  ['services/runner/src/handlers/turn', `import './turn-servers.ts';`, undefined],
  ['services/runner/src/handlers/turn', `import '../../engine/turns/chat-turn.ts';`, undefined],
  ['services/runner/src/handlers/turn', `import '../../reach/sessions/sessions.ts';`, undefined],
  [
    'services/runner/src/engine/tools',
    `import type { IterationWork } from '../../handlers/iteration/work.ts';`,
    IMPORTS,
  ],
  ['services/runner/src/engine/turns', `export const load = () => import('../../handlers/turn/turn.ts');`, IMPORTS],
  ['services/runner/src/engine/turns', `import '../../app.ts';`, IMPORTS],
  ['services/runner/src/engine/turns', `import '@assay/runs/app';`, IMPORTS],
  ['services/runner/src/engine/turns', `import type { StepContext } from '../steps/step-context.ts';`, IMPORTS],
  ['services/runner/src/engine/tools', `import '../turns/take-turn.ts';`, IMPORTS],
  ['services/runner/src/engine/models', `import '../tools/tool-call.ts';`, IMPORTS],
  ['services/runner/src/engine/tools', `import '../../domain/turns/message.ts';`, undefined],
  ['services/runner/src/engine/steps', `import '../turns/take-turn.ts';`, undefined],
  ['services/runner/src/engine/turns', `import '../models/turn-model.ts';`, undefined],
  ['services/runner/src/engine/turns', `import '../../reach/recording/recorder.ts';`, undefined],
  ['services/runner/src/reach/sessions', `import '../../handlers/iteration/run-context.ts';`, IMPORTS],
  [
    'services/runner/src/reach/sessions',
    `import type { CallContext } from '../../engine/tools/tool-call.ts';`,
    IMPORTS,
  ],
  [
    'services/runner/src/reach/browsers/commands',
    `import type { Turn } from '../../../engine/turns/turn.ts';`,
    IMPORTS,
  ],
  ['services/runner/src/reach/sessions', `import '../../config.ts';`, IMPORTS],
  ['services/runner/src/reach/sessions', `import '@assay/runs/app';`, IMPORTS],
  ['services/runner/src/reach/platform', `import '../sessions/connect.ts';`, IMPORTS],
  ['services/runner/src/reach/recording', `import '../sessions/sessions.ts';`, IMPORTS],
  ['services/runner/src/reach/browsers/commands', `import '../../sessions/sessions.ts';`, IMPORTS],
  ['services/runner/src/reach/widgets', `import '../browsers/live-browser.ts';`, IMPORTS],
  ['services/runner/src/reach/browsers/commands', `import '../live-browser.ts';`, undefined],
  ['services/runner/src/reach/sessions', `import '../platform/platform-link.ts';`, undefined],
  ['services/runner/src/reach/sessions', `import '../../domain/turns/message.ts';`, undefined],
  ['services/runner/src/domain/turns', `import type { Recorder } from '../../reach/recording/recorder.ts';`, IMPORTS],
  ['services/runner/src/domain/turns', `import type { TurnModel } from '../../engine/models/turn-model.ts';`, IMPORTS],
  ['services/runner/src/domain/turns', `import '../../handlers/turn/turn-handler.ts';`, IMPORTS],
  ['services/runner/src', `import './handlers/turn/turn-handler.ts';`, undefined],

  ['gateway/src', `import '@assay/suites/app';`, IMPORTS],
  ['gateway/src', `import '../../services/suites/src/app.ts';`, IMPORTS],
  ['gateway/src', `import 'pg';`, IMPORTS],
  ['gateway/src', `import '@assay/kit/rpc/client';`, undefined],
  ['deploy/local/src', `import '@assay/suites/app';`, undefined],

  ['services/suites/src/rpc', `export const at = process.env.HOME;`, 'no-process-env'],
  ['deploy/local/src', `export const at = process.env.HOME;`, undefined],
];

const fileOf = (index: number) => `case-${index}.ts`;
let folder: string;
let reported: Map<string, string[]>;

/** Writes every case as a file into a temporary tree and lints it in one run with the repository's configuration. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-boundaries-'));
  await writeFile(
    join(folder, 'oxlint.config.ts'),
    `export { default } from '${pathToFileURL(join(root, 'oxlint.config.ts')).href}';\n`,
  );
  await Promise.all(
    cases.map(async ([path, code], index) => {
      const file = join(folder, path, fileOf(index));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${code}\n`);
    }),
  );
  reported = await lint(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(cases.map(([path, code, rule], index) => [path, code, rule ?? 'nothing', index] as const))(
  'in %s, `%s` is answered with %s',
  (_path, _code, rule, index) => {
    const spoke = (reported.get(fileOf(index)) ?? []).filter((code) => /restricted|process-env/.test(code));
    expect(spoke.join() || 'nothing').toContain(rule);
  },
);

/** Lints a tree; returns the rules that reported each file, by file name. */
async function lint(cwd: string): Promise<Map<string, string[]>> {
  const output = await new Promise<string>((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      ['--format', 'json'],
      { cwd, maxBuffer: 1 << 24 },
      (_failed, stdout) => resolve(stdout),
    );
  });
  const found = new Map<string, string[]>();
  for (const { filename, code } of (JSON.parse(output) as { diagnostics: { filename: string; code: string }[] })
    .diagnostics) {
    const name = filename.slice(filename.lastIndexOf('/') + 1);
    found.set(name, [...(found.get(name) ?? []), code]);
  }
  return found;
}
