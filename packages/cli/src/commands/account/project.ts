import * as projects from '@assay/contract/areas/projects/operations';
import * as members from '@assay/contract/areas/members/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofProject = commandsOf(projects);
const ofMember = commandsOf(members);

export const projectCommands = [
  ofProject('listProjects', {
    words: 'project list',
    columns: { NAME: 'name', ROLE: 'role', VISIBILITY: 'visibility', CHANGED: 'updatedAt', ID: 'id' },
    examples: ['assay project list', "assay project list --json id,name | jq -r '.[].name'"],
  }),
  ofProject('getProject', {
    words: 'project show',
    isOfProject: true,
    examples: ['assay project show', 'assay project show Helpdesk'],
  }),
  ofProject('createProject', {
    words: 'project create',
    argument: 'name',
    done: 'project {name} is created: {id}',
    examples: ['assay project create Helpdesk --description "Tickets and orders"'],
  }),
  ofProject('updateProject', {
    words: 'project update',
    isOfProject: true,
    done: 'project {name} is changed.',
    examples: ['assay project update Helpdesk --visibility private'],
  }),
  ofProject('deleteProject', {
    words: 'project rm',
    isOfProject: true,
    confirms: 'Delete project "{project}" with everything in it?',
    done: 'project {project} is deleted.',
    examples: ['assay project rm "Old experiments" --yes'],
  }),
  ofProject('getProjectCapabilities', {
    words: 'project capabilities',
    isOfProject: true,
    examples: ['assay project capabilities'],
  }),
  ofMember('setProjectMember', {
    words: 'project set-member',
    argument: 'role',
    done: '{member} has the role in the project.',
    examples: ['assay project set-member ann@example.org admin'],
    see: ['member set'],
  }),
  ofMember('removeProjectMember', {
    words: 'project rm-member',
    confirms: 'Take the role of {member} in the project away?',
    done: '{member} has no role of the project.',
    examples: ['assay project rm-member ann@example.org --yes'],
  }),
  ofMember('listProjectMembers', {
    words: 'project members',
    columns: { EMAIL: 'email', NAME: 'name', ROLE: 'role', 'IN PROJECT': 'projectRole' },
    examples: ['assay project members'],
    see: ['member list'],
  }),
];
