import { asText } from '../../json.ts';
import { quoted } from '../../quoted.ts';
import { templateFault } from '../uri-template.ts';
import { each, specification, textIn, when, type Rule } from '../rule.ts';

const HELP = specification('server/resources#resource');

export const resources: Rule[] = [
  {
    id: 'resource-uri-invalid',
    severity: 'error',
    helpUrl: HELP,
    asks: 'The URI of a resource is a URI.',
    fix: 'Give it a scheme, and escape what URIs cannot hold.',
    check: each('resources', ({ uri }) => when(URL.parse(asText(uri)) === null, `${quoted(asText(uri))} is no URI.`)),
  },
  {
    id: 'resource-template-syntax',
    severity: 'error',
    helpUrl: specification('server/resources#resource-templates'),
    asks: 'The URI template of a resource is one of RFC 6570.',
    fix: 'Write expressions such as `{name}`, `{+path}` or `{?query*}`.',
    check: each('resourceTemplates', ({ uriTemplate }) => {
      const fault = templateFault(asText(uriTemplate));
      return when(fault !== undefined, { path: '/uriTemplate', message: `The template ${fault}.` });
    }),
  },
  ...(['resources', 'resourceTemplates'] as const).flatMap((list): Rule[] => {
    const [what, id] = list === 'resources' ? ['resource', 'resource'] : ['resource template', 'resource-template'];
    return [
      {
        id: `${id}-name-missing`,
        severity: 'warning',
        helpUrl: HELP,
        asks: `Every ${what} has a name.`,
        fix: 'Set `name`.',
        check: each(list, ({ name }) => when(textIn(name) === '', 'It has no name.')),
      },
      {
        id: `${id}-mime-type-missing`,
        severity: 'note',
        helpUrl: HELP,
        asks: `Every ${what} says what type its content has.`,
        fix: 'Set `mimeType`.',
        check: each(list, ({ mimeType }) =>
          when(textIn(mimeType) === '', 'It does not say what type its content has.'),
        ),
      },
      {
        id: `${id}-description-missing`,
        severity: 'note',
        helpUrl: HELP,
        asks: `Every ${what} has a description.`,
        fix: 'Say what is to be found there.',
        check: each(list, ({ description }) => when(textIn(description) === '', 'It has no description.')),
      },
    ];
  }),
];
