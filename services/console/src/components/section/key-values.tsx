import './key-values.css';
import { Fragment, type ReactNode } from 'react';

/** Names with their values; `facts` is the line of six below a verdict. An undefined value is left out. */
export const KeyValues = ({
  rows,
  facts,
}: {
  rows: readonly (readonly [name: string, value: ReactNode] | undefined)[];
  facts?: boolean;
}) => (
  <dl className={facts ? 'facts key-values wide-only' : 'key-values'}>
    {rows.map(
      (row) =>
        row && (
          <Fragment key={row[0]}>
            <dt>{row[0]}</dt>
            <dd className={facts ? 'cut' : undefined}>{row[1]}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
