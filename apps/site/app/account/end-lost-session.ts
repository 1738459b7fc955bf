// For `import()`: pages import auth-actions.ts statically, so it can't be lazy-loaded itself.
export { endLostSession } from './auth-actions.ts';
