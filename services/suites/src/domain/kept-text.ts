export { keptText } from '@assay/kit/kept-text';
