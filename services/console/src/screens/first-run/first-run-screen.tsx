import './first-run-screen.css';
import '../../components/code/code.css';
import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import { useProjectCrumb } from '../../components/page/use-project-crumb.ts';
import { Steps } from '../../components/steps/steps.tsx';
import { DoctorStep } from './doctor-step.tsx';
import { DraftsStep } from './drafts-step.tsx';
import { RunStep } from './run-step.tsx';
import { ServerStep } from './server-step.tsx';
import { firstRunSteps } from './first-run-steps.ts';
import { useFirstRun } from './use-first-run.ts';

/**
 * The first run: from a server to a verdict in four steps. Operations: diagnoseAddress, createProjectServer, runDoctor,
 * createRunnerToken, createEvalSuite, generateEvalCases, getEvalAuthoringJob, reviewEvalCaseDraft,
 * commitEvalAuthoringJob, createEvalRun, getEvalRun, listEvalRunCases.
 */
export function FirstRunScreen() {
  const { projectId, step, server, suite, job, run } = useFirstRun();
  const navigate = useNavigate();
  const inProject = useProjectCrumb(projectId);
  const at = firstRunSteps.findIndex(({ id }) => id === step);
  const leave = (): void => void navigate({ to: '/p/$projectId', params: { projectId } });
  return (
    <Page
      title="First run"
      crumbs={[inProject, { text: 'First run' }]}
      keys={[{ keys: ['Escape'], label: step === 'server' ? 'leave' : 'leave, and keep what is done', run: leave }]}
      request={requests(projectId, { server, suite, job, run })[step]}
    >
      <div className="title first-run-title">
        <h1>From an address to a verdict</h1>
        <span className="push faint">
          {at + 1} of {firstRunSteps.length}, {firstRunSteps[at]!.left}
        </span>
      </div>
      <div className="first-run-steps">
        <Steps steps={firstRunSteps.map(({ word }) => word)} current={at} />
      </div>
      {step === 'doctor' && server !== undefined ? (
        <DoctorStep projectId={projectId} serverId={server} />
      ) : step === 'drafts' && server !== undefined && suite !== undefined && job !== undefined ? (
        <DraftsStep address={{ projectId, suiteId: suite, jobId: job }} serverId={server} />
      ) : step === 'run' && run !== undefined ? (
        <RunStep projectId={projectId} runId={run} />
      ) : (
        <ServerStep projectId={projectId} />
      )}
    </Page>
  );
}

const requests = (
  projectId: string,
  {
    server = '',
    suite = '',
    job = '',
    run = '',
  }: Partial<Record<'server' | 'suite' | 'job' | 'run', string | undefined>>,
) =>
  ({
    server: { operation: 'createProjectServer', params: { projectId } },
    doctor: { operation: 'runDoctor', params: { projectId, serverId: server } },
    drafts: { operation: 'getEvalAuthoringJob', params: { projectId, suiteId: suite, jobId: job } },
    run: { operation: 'getEvalRun', params: { projectId, runId: run } },
  }) as const;
