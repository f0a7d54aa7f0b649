import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { markOfStage, stages } from '../../components/doctor-stages/stages.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { writeDuration } from '../../lib/format/times.ts';

/** The diagnosis of the step before, in short. Operations: runDoctor, getProjectServer. */
export function FirstDiagnosis({ address }: { address: { projectId: string; serverId: string } }) {
  const server = useOperation('getProjectServer', address);
  const doctor = useQuery({ ...operationQuery('runDoctor', address), staleTime: Infinity });
  return (
    <Section
      title={
        <>
          <Foreign text={server.data?.name ?? 'The server'} /> is ready
        </>
      }
      aside={
        <Link to="/p/$projectId/servers/$serverId" params={address}>
          Open the server
        </Link>
      }
    >
      <Part of={doctor} what="diagnosis" rows={4}>
        {({ checks }) => (
          <div className="frame">
            <table className="dense">
              <tbody>
                {stages.map(([id, word]) => {
                  const { detail, durationMs } = checks[id];
                  return (
                    <tr key={id}>
                      <td className="mark-cell">
                        <Mark kind={markOfStage(checks[id])} />
                      </td>
                      <td className="fit-cell">{word}</td>
                      <td className="fill-cell cut muted">
                        <Foreign text={detail} />
                      </td>
                      <td className="num faint">{writeDuration(durationMs)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
      </Part>
    </Section>
  );
}
