import { readFileSync } from 'node:fs';

const RESOURCES = new URL('./resources/', import.meta.resolve('stripe'));

/** The fields of an object of the API, as the official library declares them for its version. */
export interface DeclaredFields {
  required: string[];
  all: string[];
}

/**
 * Lists the fields of an interface of the official library.
 *
 * @param file such as `Checkout/Sessions`
 * @param name such as `Session`
 * @throws if there is no such interface
 */
export function declaredFields(file: string, name: string): DeclaredFields {
  const source = readFileSync(new URL(`${file}.d.ts`, RESOURCES), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, '');
  const [, indent, body] =
    new RegExp(`^( *)(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\1\\}`, 'm').exec(source) ?? [];
  if (indent === undefined || body === undefined) throw new Error(`${file} has no interface ${name}`);
  const fields = [...body.matchAll(new RegExp(`^ {${indent.length + 4}}(\\w+)(\\??):`, 'gm'))];
  return {
    required: fields.filter(([, , optional]) => optional === '').map(([, field]) => String(field)),
    all: fields.map(([, field]) => String(field)),
  };
}
