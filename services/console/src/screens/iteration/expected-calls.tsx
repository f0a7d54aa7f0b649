import type { ReactNode } from 'react';
import type { EvalIterationDetail } from '@assay/sdk';
import { JsonInline } from '../../components/code/marked-text.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';

interface Call {
  toolName: string;
  arguments: unknown;
}

type Compared = Pick<EvalIterationDetail, 'callComparison' | 'expectedToolCalls' | 'actualToolCalls'>;

const callOf = (call: Record<string, unknown> | undefined): Call => ({
  toolName: typeof call?.['toolName'] === 'string' ? call['toolName'] : '',
  arguments: call?.['arguments'] ?? {},
});

/** The calls that a trial was to make against the calls that it made, in four groups and the ones as expected. */
export function ExpectedCalls({ callComparison, expectedToolCalls, actualToolCalls }: Compared) {
  if (!callComparison) return undefined;
  const expected = (index: number): Call => callOf(expectedToolCalls[index]);
  const places = new Map(actualToolCalls.map((call, index) => [String(call['spanId']), { call, index }]));
  const actual = (id: string): Call => callOf(places.get(id)?.call);
  const { matched, differing, missing, outOfOrder, extra } = callComparison;
  const numberOf = (id: string): number => (places.get(id)?.index ?? 0) + 1;
  return (
    <Section title="Expected against actual" about="calls of the trial, in four groups">
      <div className="frame">
        <table className="top expected-calls">
          <thead>
            <tr>
              <th className="mark-cell">
                <span className="visually-hidden">Outcome</span>
              </th>
              <th scope="col">Expected</th>
              <th scope="col">Actual</th>
            </tr>
          </thead>
          <tbody>
            <Group word="Arguments differ" isFailed rows={differing}>
              {({ expected: index, actual: id, pointers }) => [
                <Written key="e" call={expected(index)} pointers={pointers} />,
                <Written key="a" call={actual(id)} pointers={pointers} />,
              ]}
            </Group>
            <Group word="Missing" isFailed rows={missing}>
              {({ expected: index }) => [
                <Written key="e" call={expected(index)} />,
                <span key="a" className="failed">
                  not called
                </span>,
              ]}
            </Group>
            <Group word="Out of order" isFailed rows={outOfOrder}>
              {({ actual: id, expected: index, after }) => [
                after === undefined ? (
                  <span key="e">
                    <Name call={actual(id)} />
                    {index !== undefined && ` as call ${index + 1}`}
                  </span>
                ) : (
                  <span key="e">
                    <code className="medium">
                      <Foreign text={after} />
                    </code>{' '}
                    before <Name call={actual(id)} />
                  </span>
                ),
                <span key="a">
                  <Name call={actual(id)} /> was call {numberOf(id)}
                </span>,
              ]}
            </Group>
            <Group word="Extra" isFailed rows={extra}>
              {({ actual: id }) => [
                <span key="e" className="faint">
                  not expected
                </span>,
                <Written key="a" call={actual(id)} />,
              ]}
            </Group>
            <Group word="As expected" rows={matched}>
              {({ expected: index, actual: id }) => [
                <Written key="e" call={expected(index)} />,
                <Written key="a" call={actual(id)} />,
              ]}
            </Group>
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** A group of calls under its word; an empty one is left out. */
function Group<Row>({
  word,
  rows,
  isFailed = false,
  children,
}: {
  word: string;
  rows: readonly Row[];
  isFailed?: boolean;
  children: (row: Row) => readonly [expected: ReactNode, actual: ReactNode];
}) {
  if (rows.length === 0) return undefined;
  return (
    <>
      <tr className="group">
        <td colSpan={3}>
          {word} <span className="faint">{rows.length}</span>
        </td>
      </tr>
      {rows.map((row, index) => {
        const [expected, actual] = children(row);
        return (
          <tr key={index}>
            <td className="mark-cell">
              <Mark kind={isFailed ? 'failed' : 'passed'} />
            </td>
            <td>{expected}</td>
            <td>{actual}</td>
          </tr>
        );
      })}
    </>
  );
}

const Name = ({ call: { toolName } }: { call: Call }) => (
  <code className="medium">
    <Foreign text={toolName} />
  </code>
);

const Written = ({ call, pointers = [] }: { call: Call; pointers?: readonly string[] }) => (
  <>
    <Name call={call} /> <JsonInline value={call.arguments} evidence={pointers.map((pointer) => ({ pointer }))} />
  </>
);
