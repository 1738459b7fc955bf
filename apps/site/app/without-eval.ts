/**
 * Tells zod, before it is loaded, not to compile schemas: the page's policy forbids `eval`, and every attempt would be
 * reported. `z.config` would be too late for schemas at the top level of modules, and would load zod everywhere.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
