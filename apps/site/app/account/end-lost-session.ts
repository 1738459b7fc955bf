// For `import()`: the file that holds the action is imported by pages as a whole, and so can't be loaded late itself.
export { endLostSession } from './auth-actions.ts';
