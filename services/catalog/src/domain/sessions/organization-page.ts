import { escapeHtml, htmlPage } from '@assay/page/page';
import { formError } from './sign-in-pages.ts';

/** The content of the page on which a person chooses an organization. Paths are paths of this origin. */
export interface OrganizationPage {
  action: string;
  returnTo: string;
  signIn: string;
  organizations: readonly { id: string; name: string; role: string }[];
  /** The organization that the session acts in. */
  present: string | undefined;
  wrong?: string;
}

export const organizationPage = ({
  action,
  returnTo,
  signIn,
  organizations,
  present,
  wrong,
}: OrganizationPage): string =>
  htmlPage('Choose an organization', [`You belong to ${organizations.length}. A session acts in one at a time.`], {
    below: [
      formError(wrong),
      `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="returnTo" value="${escapeHtml(returnTo)}"><div class="choices">`,
      ...organizations.map(
        ({ id, name, role }) =>
          `<button class="choice${id === present ? ' on' : ''}" name="organizationId" value="${escapeHtml(id)}"><b dir="auto">${escapeHtml(name)}</b>${id === present ? '<span class="when">now</span>' : ''}<span class="role">${escapeHtml(role)}</span></button>`,
      ),
      `</div></form><p class="fine"><a href="${escapeHtml(signIn)}">Sign in as another person</a></p>`,
    ].join(''),
  });
