import { Chip, FilterBar, FilterGap, SearchFilter } from '../../components/filter-bar/filter-bar.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import type { LintedReport, LintWishes } from './lint-rows.ts';
import { severityMarks } from './severity-marks.ts';

interface LintSearch extends LintWishes {
  by?: 'tool' | 'rule' | undefined;
}

/** The filters of findings, and how they are grouped. */
export const LintFilters = ({
  report,
  search,
  onSearch,
}: {
  report: LintedReport;
  search: LintSearch;
  onSearch: (next: LintSearch) => void;
}) => (
  <FilterBar>
    <SearchFilter
      value={search.q ?? ''}
      label="tool, rule, words"
      onValue={(q) => onSearch({ q: q === '' ? undefined : q })}
    />
    {(['error', 'warning', 'note'] as const).map((severity) => (
      <Chip
        key={severity}
        isOn={search.severity === severity}
        count={report.summary[severity]}
        onToggle={() => onSearch({ severity: search.severity === severity ? undefined : severity })}
      >
        <Mark kind={severityMarks[severity]} word="" />
        {severity}
      </Chip>
    ))}
    <FilterGap />
    {search.rule !== undefined && (
      <Chip isOn onToggle={() => onSearch({ rule: undefined })}>
        rule <b>{search.rule}</b>
      </Chip>
    )}
    <Chip
      isOn={search.suppressed === true}
      count={report.summary.suppressed}
      onToggle={() => onSearch({ suppressed: search.suppressed ? undefined : true })}
    >
      suppressed
    </Chip>
    <span className="push wide-only">
      <Segments
        label="Grouped"
        options={[
          ['tool', 'By tool'],
          ['rule', 'By rule'],
        ]}
        value={search.by ?? 'tool'}
        onChange={(by) => onSearch({ by: by === 'tool' ? undefined : by })}
      />
    </span>
  </FilterBar>
);
