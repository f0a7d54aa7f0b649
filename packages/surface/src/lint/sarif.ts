import { hash } from 'node:crypto';
import type { LintFinding, LintReport, SuppressedFinding } from '@assay/contract/areas/diagnosis/lint';
import { given } from '@assay/contract/given';
import { LINT_RULES } from './rules.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** A report as a SARIF 2.1.0 log. A server has no files, so each item stands for one. */
export function toSarif(
  { serverId, findings, suppressed }: Pick<LintReport, 'serverId' | 'findings' | 'suppressed'>,
  reasonOf: (suppressionId: string) => string = () => '',
): object {
  const results: (LintFinding | SuppressedFinding)[] = [...findings, ...suppressed];
  const used = new Set(results.map(({ ruleId }) => ruleId));
  const rules = LINT_RULES.filter(({ id }) => used.has(id));
  const fingerprintOf = fingerprints();
  const places = new Map(rules.map(({ id }, i) => [id, i]));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Assay',
            rules: rules.map(({ id, severity, asks, fix, helpUrl }) => ({
              id,
              shortDescription: { text: asks },
              help: { text: fix },
              ...given({ helpUri: helpUrl }),
              defaultConfiguration: { level: severity },
            })),
          },
        },
        automationDetails: { id: `assay/lint/${encoded(serverId)}/` },
        columnKind: 'utf16CodeUnits',
        results: results.map((finding) => ({
          ruleId: finding.ruleId,
          ruleIndex: places.get(finding.ruleId),
          level: finding.severity,
          message: { text: `${plain(finding.message)} ${plain(finding.fix)}` },
          locations: [locationOf(serverId, finding)],
          partialFingerprints: { 'assayFinding/v1': fingerprintOf(finding) },
          ...('suppressionId' in finding && {
            suppressions: [{ kind: 'external', justification: reasonOf(finding.suppressionId) }],
          }),
        })),
      },
    ],
  };
}

/** Viewers of messages read brackets as links and braces as placeholders, so both are escaped. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\\[\]]/g, '\\$&')
    .replaceAll('{', '{{')
    .replaceAll('}', '}}');

/**
 * The fingerprint of a finding: its subject without its wording, and a counter for several findings about one subject.
 */
function fingerprints(): (finding: LintFinding) => string {
  const met = new Map<string, number>();
  return ({ ruleId, location: { kind, name, path } }) => {
    const about = JSON.stringify([ruleId, kind, name, path]);
    const nth = met.get(about) ?? 0;
    met.set(about, nth + 1);
    return hash('sha256', nth === 0 ? about : `${about}#${nth}`);
  };
}

function locationOf(serverId: string, { location: { kind, name, path } }: LintFinding): object {
  const parts = kind === 'server' ? [serverId, 'server'] : [serverId, kind, name];
  return {
    physicalLocation: {
      artifactLocation: { uri: `mcp/${parts.map(encoded).join('/')}.json` },
      region: { startLine: 1 },
    },
    logicalLocations: [{ name: path === '' ? name : path, fullyQualifiedName: `${kind}/${name}${path}`, kind }],
  };
}

/** A lone surrogate has no UTF-8, so it is replaced. */
const encoded = (part: string): string => encodeURIComponent(part.toWellFormed());
