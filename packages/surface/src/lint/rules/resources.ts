import { asText } from '../../json.ts';
import { quoteText } from '../../quote-text.ts';
import { templateFault } from '../uri-template.ts';
import { checkEachItem, specificationUrl, trimmedText, messageIf, type LintRule } from '../rule.ts';

const HELP = specificationUrl('server/resources#resource');

export const resourceRules: LintRule[] = [
  {
    id: 'resource-uri-invalid',
    severity: 'error',
    helpUrl: HELP,
    costs: 'clients cannot read it',
    asks: 'The URI of a resource is a URI.',
    fix: 'Give it a scheme, and escape what URIs cannot hold.',
    check: checkEachItem('resources', ({ uri }) =>
      messageIf(URL.parse(asText(uri)) === null, `${quoteText(asText(uri))} is not a URI.`),
    ),
  },
  {
    id: 'resource-template-syntax',
    severity: 'error',
    helpUrl: specificationUrl('server/resources#resource-templates'),
    costs: 'clients cannot fill it in',
    asks: 'The URI template of a resource is one of RFC 6570.',
    fix: 'Write expressions such as `{name}`, `{+path}` or `{?query*}`.',
    check: checkEachItem('resourceTemplates', ({ uriTemplate }) => {
      const fault = templateFault(asText(uriTemplate));
      return messageIf(fault !== undefined, { path: '/uriTemplate', message: `The template ${fault}.` });
    }),
  },
  ...(['resources', 'resourceTemplates'] as const).flatMap((list): LintRule[] => {
    const [what, id] = list === 'resources' ? ['resource', 'resource'] : ['resource template', 'resource-template'];
    return [
      {
        id: `${id}-name-missing`,
        severity: 'warning',
        helpUrl: HELP,
        costs: 'people see the address alone',
        asks: `Every ${what} has a name.`,
        fix: 'Set `name`.',
        check: checkEachItem(list, ({ name }) => messageIf(trimmedText(name) === '', 'It has no name.')),
      },
      {
        id: `${id}-mime-type-missing`,
        severity: 'note',
        helpUrl: HELP,
        costs: 'clients guess how to show it',
        asks: `Every ${what} says what type its content has.`,
        fix: 'Set `mimeType`.',
        check: checkEachItem(list, ({ mimeType }) =>
          messageIf(trimmedText(mimeType) === '', 'It does not say what type its content has.'),
        ),
      },
      {
        id: `${id}-description-missing`,
        severity: 'note',
        helpUrl: HELP,
        costs: 'no one knows when to read it',
        asks: `Every ${what} has a description.`,
        fix: 'Say what is to be found there.',
        check: checkEachItem(list, ({ description }) =>
          messageIf(trimmedText(description) === '', 'It has no description.'),
        ),
      },
    ];
  }),
];
