import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CatalogueLab,
  CatalogueLabCancelled,
  CatalogueLabPage,
  CatalogueLabStarted,
  CreateDescriptionExperiment,
  DescriptionExperimentPage,
  ListCatalogueLabs,
  ListDescriptionExperiments,
  StartCatalogueLab,
} from './documents.ts';

const common = { tag: 'Catalogue lab', service: 'runs' } as const;
const read = { ...common, access: 'viewer', gate: 'swarms', method: 'GET', status: 200 } as const;
const write = { ...common, access: 'member', gate: 'swarms', method: 'POST' } as const;
const LABS = '/projects/{projectId}/catalogue-labs';
const EXPERIMENTS = '/projects/{projectId}/eval-runs/{runId}/description-experiments';
const EXPERIMENT = '/projects/{projectId}/eval-description-experiments/{experimentId}';

export const startCatalogueLab = operation({
  ...write,
  path: '/projects/{projectId}/servers/{serverId}/catalogue-lab',
  headers: ['idempotencyKey'],
  brake: 'launches',
  summary: 'Measure how well a model chooses tools of a server as it is offered more of them.',
  description:
    "Each trial is one call of the model with tools on offer; tools are never executed. The right tool is always among them, the others are tools of the server, of the project's other servers, and made-up ones, in this order of preference; a smaller offer is a part of a larger one, and the seed shuffles the order. The same tasks are tried at every size and with the old and the new descriptions, so that all differences are of pairs. Reads the server's declarations first. A repeated request with an idempotency key answers the lab of the first one; with another body it is a CONFLICT. At most 10 labs of a project are under way.",
  timeoutMs: 130_000,
  reachesOut: true,
  input: StartCatalogueLab,
  status: 202,
  reply: CatalogueLabStarted,
  also: [409, 422],
});

export const listCatalogueLabs = operation({
  ...read,
  path: LABS,
  summary: "List the catalogue labs of a project's servers, newest first.",
  input: ListCatalogueLabs,
  reply: CatalogueLabPage,
});

export const getCatalogueLab = operation({
  ...read,
  path: `${LABS}/{labId}`,
  summary: 'Read a catalogue lab: its progress, and its report once it is over.',
  polled: true,
  input: NoQuery,
  reply: CatalogueLab,
});

export const cancelCatalogueLab = operation({
  ...common,
  access: 'member',
  method: 'POST',
  path: `${LABS}/{labId}/cancel`,
  scope: 'launch',
  summary: 'Stop a catalogue lab or a description experiment; what was tried is reported.',
  description:
    'Possible while the organization has swarms switched off, too. Calls under way are broken off within seconds. Cancelling a cancelled lab answers it again; a lab that ended otherwise answers 409.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: CatalogueLabCancelled,
  also: [409],
});

export const createDescriptionExperiment = operation({
  ...write,
  path: EXPERIMENTS,
  summary: 'Draft an experiment that compares descriptions of tools on the cases of a run.',
  description:
    'Its tasks are the first prompts of the cases whose next assert steps expect one tool. The tools are the ones that the run recorded, or the ones that its servers declare now when it recorded none (`catalogue.toolsFrom`). All of them are offered, at most 250. Nothing is spent until it is started. At most 50 experiments of a run.',
  timeoutMs: 130_000,
  reachesOut: true,
  input: CreateDescriptionExperiment,
  status: 201,
  reply: CatalogueLab,
  also: [409, 422],
});

export const listDescriptionExperiments = operation({
  ...read,
  path: EXPERIMENTS,
  summary: 'List the description experiments of a run, newest first.',
  input: ListDescriptionExperiments,
  reply: DescriptionExperimentPage,
});

export const getDescriptionExperiment = operation({
  ...read,
  path: EXPERIMENT,
  summary: 'Read a description experiment: the difference, its interval and its conclusion once it is over.',
  polled: true,
  input: NoQuery,
  reply: CatalogueLab,
});

export const startDescriptionExperiment = operation({
  ...write,
  path: `${EXPERIMENT}/start`,
  brake: 'launches',
  summary: 'Start a description experiment.',
  description: 'Starting one that was started answers it as it is. One that was cancelled answers 409.',
  input: NoInput,
  bodyOptional: true,
  status: 202,
  reply: CatalogueLab,
  also: [409],
});
