import { conflict, type Problem } from '@assay/contract/problem';

export const nameTaken = (name: string): Problem => conflict(`The project already has a suite named "${name}".`);
