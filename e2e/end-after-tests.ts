// A setup file of Vitest: runs before each file of tests, whose workers are shared.
import { afterAll } from 'vitest';
import { endAll } from './after-tests.ts';

afterAll(endAll);
